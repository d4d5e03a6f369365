// SPDX-License-Identifier: MIT
import {credentials} from './credentials.js';
import {StaticMap} from './staticmap.js';

/** What the page asks the server. Every address is relative to the page, so that it works below a proxy's path too. */
class PageServer extends StaticMap {
  /**
   * Asks the visitor for a key when the server wants one, and then the server again.
   * @override
   * @param {string} path
   * @param {RequestInit} [init]
   * @returns {Promise<Response>}
   */
  async ask(path, init = {}) {
    for (;;) {
      const used = credentials();
      try {
        return await super.ask(path, init);
      } catch (error) {
        if (!(/** @type {any} */ (error).isLocked) || !await unlocked(/** @type {any} */ (error), used)) throw error;
      }
    }
  }
}

export const server = new PageServer(undefined, credentials);

/** Where the server's routes begin. */
export const {base} = server;

/**
 * An address of this server.
 * @param {string} path
 * @returns {string}
 */
export const address = path => server.address(path);

/**
 * The same for other programs: with the key, or signed.
 * @param {string} url braces of a template stay as they are; such an address cannot be signed
 * @param {string} [body] what is sent with it
 * @returns {Promise<string>}
 */
export async function usable(url, body) {
  const {key} = credentials();
  if (key) return `${url}${url.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`;
  return url.includes('{') ? url : server.signed(url, {body});
}

/** @param {string} path @param {RequestInit} [init] */
export const ask = (path, init) => server.ask(path, init);

/**
 * Whether it is worth asking again.
 * @param {import('./staticmap.js').StaticMapError} error
 * @param {import('./staticmap.js').Credentials} used what was refused
 */
const unlocked = async (error, used) => (await import('./views/unlock.js')).unlocked(error, used);

/**
 * Shows an image of this server. One that needs a key is asked for as everything else is, so that the key is in no address.
 * @param {HTMLImageElement} image
 * @param {string} path
 */
export async function show(image, path) {
  const {key, secret} = credentials();
  if (!key && !secret) {
    image.src = address(path);
    return;
  }
  const url = URL.createObjectURL(await (await ask(path)).blob());
  image.addEventListener('load', () => URL.revokeObjectURL(url), {once: true});
  image.src = url;
}

/** @param {string} path @param {string|object} body @param {AbortSignal} [signal] */
export const post = (path, body, signal) => server.post(path, body, signal);

/** @param {string} path @returns {Promise<any>} */
export const getJSON = path => server.get(path);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();
/**
 * A document that stays as it is while the page is open.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function document(path) {
  if (!kept.has(path)) {
    const promise = getJSON(path);
    promise.catch(() => kept.delete(path));
    kept.set(path, promise);
  }
  return /** @type {Promise<any>} */ (kept.get(path));
}
