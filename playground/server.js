// SPDX-License-Identifier: MIT
/** What the page asks the server. Every address is relative to the page, so that it works below a proxy's path too. */

/** Where the server's routes begin. */
export const base = new URL('../', import.meta.url).href;
const key = new URLSearchParams(location.search).get('key');

/**
 * An address of this server.
 * @param {string} path
 * @returns {string}
 */
export function address(path) {
  const url = new URL(path, base);
  if (key) url.searchParams.set('key', key);
  return url.href;
}

/** An answer that is no success, with what the server says about it. */
export class ServerError extends Error {
  /** @param {number} status @param {any} problem */
  constructor(status, problem) {
    super(problem?.detail ?? `status ${status}`);
    this.status = status;
    /** @type {Diagnostic[]} */
    this.diagnostics = problem?.diagnostics ?? [];
    this.hint = problem?.hint;
    this.parameter = problem?.parameter;
  }
}

/**
 * @typedef {object} Diagnostic
 * @property {'error'|'warning'|'note'} severity
 * @property {string} message
 * @property {string} [path]
 * @property {string} [hint]
 * @property {number} [line]
 * @property {number} [column]
 */

/** @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
export async function ask(path, init = {}) {
  const headers = {...(key ? {'X-Api-Key': key} : {}), ...(init.body ? {'Content-Type': 'application/json'} : {})};
  const response = await fetch(new URL(path, base), {...init, headers});
  if (response.ok) return response;
  const text = await response.text();
  let problem;
  try { problem = JSON.parse(text); } catch { problem = {detail: text.slice(0, 200)}; }
  throw new ServerError(response.status, problem);
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
