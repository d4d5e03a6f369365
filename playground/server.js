// SPDX-License-Identifier: MIT
import {credentials, signed, request} from './credentials.js';
import {ServerError} from './errors.js';

/** What the page asks the server. Every address is relative to the page, so that it works below a proxy's path too. */

/** Where the server's routes begin. */
export const base = new URL('../', import.meta.url).href;

/**
 * An address of this server.
 * @param {string} path
 * @returns {string}
 */
export const address = path => new URL(path, base).href;

/**
 * The same for other programs: with the key, or signed.
 * @param {string} url braces of a template stay as they are; such an address cannot be signed
 * @param {string} [body] what is sent with it
 * @returns {Promise<string>}
 */
export async function usable(url, body) {
  const {key} = credentials();
  if (key) return `${url}${url.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`;
  return url.includes('{') ? url : (await signed(new URL(url), base, undefined, body)).href;
}

/**
 * Asks the visitor for a key when the server wants one, and then the server again.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function ask(path, init = {}) {
  for (;;) {
    const used = credentials(), response = await request(path, init, base);
    if (response.ok) return response;
    const error = await refusal(response);
    if (!error.isLocked || !await unlocked(error, used)) throw error;
  }
}

/** @param {Response} response */
async function refusal(response) {
  const text = await response.text();
  let problem;
  try { problem = JSON.parse(text); } catch { problem = {detail: text.slice(0, 200)}; }
  return new ServerError(response.status, problem);
}

/**
 * Whether it is worth asking again.
 * @param {ServerError} error
 * @param {import('./credentials.js').Credentials} used what was refused
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
export const post = (path, body, signal) =>
  ask(path, {method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), signal});

/** @param {string} path @returns {Promise<any>} */
export const getJSON = async path => (await ask(path)).json();

/** @param {string} path @param {string|object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const postJSON = async (path, body, signal) => (await post(path, body, signal)).json();

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
