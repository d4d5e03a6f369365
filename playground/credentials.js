// SPDX-License-Identifier: MIT
/**
 * What lets this page ask a server that asks for it: an API key, or a secret that addresses are signed with. It is kept in
 * this tab alone, until the tab is closed.
 *
 * @typedef {{key?: string, id?: string, secret?: string}} Credentials
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

/** Browsers sign only where nobody can have changed the page on its way. */
export const canSign = () => globalThis.crypto?.subtle !== undefined;

/** @param {ArrayBuffer} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * An address with a signature, where this page has a secret.
 * @param {URL} url
 * @param {string} base where the server's routes begin: what comes before is a proxy's
 * @param {number} [seconds] how long it holds; for ever when it is left out
 * @param {BodyInit|null} [body] what is sent with it, which the signature covers too
 * @returns {Promise<URL>}
 */
export async function signed(url, base, seconds, body) {
  const {id, secret} = current;
  if (!secret) return url;
  const whole = new URL(url), query = whole.searchParams;
  for (const name of ['key_id', 'expires', 'body_sha256', 'signature']) query.delete(name);
  if (id) query.set('key_id', id);
  if (seconds) query.set('expires', String(Math.ceil(Date.now() / 1000 + seconds)));
  if (body) query.set('body_sha256', base64url(await crypto.subtle.digest('SHA-256', await new Response(body).arrayBuffer())));
  const text = `/${whole.href.slice(base.length)}`, bytes = new TextEncoder();
  const hmac = await crypto.subtle.importKey('raw', bytes.encode(secret), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
  const signature = base64url(await crypto.subtle.sign('HMAC', hmac, bytes.encode(text)));
  return new URL(`${whole.href}${whole.search ? '&' : '?'}signature=${signature}`);
}

/**
 * Asks a server with what this page has.
 * @param {string} path
 * @param {RequestInit} init
 * @param {string} base
 */
export async function request(path, init, base) {
  const headers = {...(current.key ? {'X-Api-Key': current.key} : {}), ...(init.body ? {'Content-Type': 'application/json'} : {})};
  return fetch(await signed(new URL(path, base), base, 300, init.body), {...init, headers});
}
