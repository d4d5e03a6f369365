// SPDX-License-Identifier: MIT
/**
 * What lets this page ask a server that asks for it: an API key, or a secret that addresses are signed with. It is kept in
 * this tab alone, until the tab is closed.
 *
 * @typedef {import('./staticmap.js').Credentials} Credentials
 */

const place = 'staticmap-credentials';

/** @returns {Credentials} */
function stored() {
  try { return JSON.parse(sessionStorage.getItem(place) ?? '{}'); } catch { return {}; }
}

/** @type {Credentials} */
let current = stored();

export const credentials = () => current;

/** @param {Credentials} given */
export function keep(given) {
  current = given;
  try { sessionStorage.setItem(place, JSON.stringify(given)); } catch { /* It holds until the page is left. */ }
}

// `/?key=…` opens the page with a key, which does not stay in the address that people copy.
const query = new URLSearchParams(location.search), key = query.get('key');
if (key) {
  keep({key});
  query.delete('key');
  history.replaceState(null, '', `${location.pathname}${query.size ? `?${query}` : ''}${location.hash}`);
}
