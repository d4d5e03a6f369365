// SPDX-License-Identifier: MIT
import {base} from '../server.js';
import {texts} from '../texts.js';

/** @type {Promise<any>|null} */
let loading = null;

/**
 * Leaflet, as Debian has it; fails with a word where it is not installed.
 * @returns {Promise<any>}
 */
export function leaflet() {
  return loading ??= new Promise((resolve, reject) => {
    const folder = new URL('playground/lib/leaflet/', base);
    const sheet = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: new URL('leaflet.css', folder).href});
    const script = Object.assign(document.createElement('script'), {src: new URL('leaflet.js', folder).href});
    script.onload = () => resolve(/** @type {any} */ (window).L);
    script.onerror = () => { loading = null; reject(new Error(texts.noLeaflet)); };
    document.head.append(sheet, script);
  });
}
