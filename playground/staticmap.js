// SPDX-License-Identifier: MIT
/**
 * A client of a staticmap server, in one module without others: the playground uses it, and any page or program with `fetch` can.
 *
 *     import {StaticMap} from 'https://maps.example/playground/staticmap.js';
 *     const map = new StaticMap('https://maps.example/', {key: '…'});
 *     image.src = URL.createObjectURL(await map.render({version: 1, size: [600, 400], camera: {center: [24.94, 60.17], zoom: 12}}));
 *
 * Each method is an operation of `/v1/openapi.json`. Scenes are objects or JSON texts. Answers that are no success are thrown as
 * `StaticMapError`.
 *
 * @typedef {string|object} Scene
 * @typedef {{key?: string, id?: string, secret?: string}} Credentials an API key, or a secret that addresses are signed with and its id
 * @typedef {{format?: string, quality?: number, size?: [number, number], threads?: number, signal?: AbortSignal}} RenderOptions
 *
 * @typedef {object} Diagnostic
 * @property {'error'|'warning'|'note'} severity
 * @property {string} message
 * @property {string} [path]
 * @property {string} [hint]
 * @property {number} [line]
 * @property {number} [column]
 */

/** An answer that is no success, with what the server says about it. */
export class StaticMapError extends Error {
  /** @param {number} status @param {any} problem */
  constructor(status, problem) {
    super(problem?.detail ?? `status ${status}`);
    this.name = 'StaticMapError';
    this.status = status;
    /** What programs compare, such as `request.not-found`; `/v1/problems/{code}` says what it means. */
    this.code = problem?.code;
    /** @type {Diagnostic[]} */
    this.diagnostics = problem?.diagnostics ?? [];
    this.hint = problem?.hint;
    this.parameter = problem?.parameter;
    this.requestId = problem?.requestId;
  }
  /** Whether a key or a signature is missing or wrong. */
  get isLocked() { return [401, 403].includes(this.status) && ['key', 'key_id', 'signature', 'expires', 'body_sha256'].includes(this.parameter); }
}

/** Browsers sign only where nobody can have changed the page on its way. */
export const canSign = () => globalThis.crypto?.subtle !== undefined;

/** @param {ArrayBuffer} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {Scene} value */
const json = value => typeof value === 'string' ? value : JSON.stringify(value);

/** @param {Record<string, any>} values those that are undefined are left out, lists come several times */
function query(values) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const v of Array.isArray(value) ? value : [value]) if (v !== undefined && v !== null) parameters.append(name, String(v));
  }
  return parameters.size ? `?${parameters}` : '';
}

export class StaticMap {
  /**
   * @param {string} [base] where the server's routes begin, with a slash at its end
   * @param {Credentials|(() => Credentials)} [credentials]
   */
  constructor(base = new URL('../', import.meta.url).href, credentials = {}) {
    this.base = base;
    /** @type {() => Credentials} */
    this.credentials = typeof credentials === 'function' ? credentials : () => credentials;
  }

  /**
   * An address of the server.
   * @param {string} path
   */
  address(path) { return new URL(path, this.base).href; }

  /**
   * An address with a signature, where there is a secret.
   * @param {string} path
   * @param {{seconds?: number, body?: BodyInit|null}} [options] how long it holds, for ever when it is left out; what is sent with
   *   it, which the signature covers too
   * @returns {Promise<string>}
   */
  async signed(path, {seconds, body} = {}) {
    const {id, secret} = this.credentials(), whole = new URL(path, this.base), parameters = whole.searchParams;
    if (!secret) return whole.href;
    for (const name of ['key_id', 'expires', 'body_sha256', 'signature']) parameters.delete(name);
    if (id) parameters.set('key_id', id);
    if (seconds) parameters.set('expires', String(Math.ceil(Date.now() / 1000 + seconds)));
    if (body) parameters.set('body_sha256', base64url(await crypto.subtle.digest('SHA-256', await new Response(body).arrayBuffer())));
    const text = `/${whole.href.slice(this.base.length)}`, bytes = new TextEncoder();
    const hmac = await crypto.subtle.importKey('raw', bytes.encode(secret), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
    const signature = base64url(await crypto.subtle.sign('HMAC', hmac, bytes.encode(text)));
    return `${whole.href}${whole.search ? '&' : '?'}signature=${signature}`;
  }

  /**
   * Asks the server, and gives whatever it answers.
   * @param {string} path
   * @param {RequestInit} [init]
   */
  async request(path, init = {}) {
    const {key} = this.credentials();
    const headers = {...(key ? {'X-Api-Key': key} : {}), ...(init.body ? {'Content-Type': 'application/json'} : {})};
    return fetch(await this.signed(path, {seconds: 300, body: init.body}), {...init, headers: {...headers, ...init.headers}});
  }

  /**
   * Asks the server; throws what it refuses.
   * @param {string} path
   * @param {RequestInit} [init]
   * @returns {Promise<Response>}
   */
  async ask(path, init = {}) {
    const response = await this.request(path, init);
    if (response.ok) return response;
    const text = await response.text();
    let problem;
    try { problem = JSON.parse(text); } catch { problem = {detail: text.slice(0, 200)}; }
    throw new StaticMapError(response.status, problem);
  }

  /** @param {string} path @param {Scene} body @param {AbortSignal} [signal] */
  post(path, body, signal) { return this.ask(path, {method: 'POST', body: json(body), signal}); }

  /** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
  async get(path, signal) { return (await this.ask(path, {signal})).json(); }

  /**
   * Draws a scene.
   * @param {Scene} scene
   * @param {RenderOptions} [options]
   * @returns {Promise<Blob>}
   */
  async render(scene, {signal, size, ...options} = {}) {
    const path = `v1/render${query({format: 'png', ...options, size: size?.join('x')})}`;
    return (await this.post(path, scene, signal)).blob();
  }

  /**
   * Draws a template with values.
   * @param {string} name
   * @param {Record<string, any>} values
   * @param {RenderOptions} [options]
   * @returns {Promise<Blob>}
   */
  async template(name, values, {signal, size, ...options} = {}) {
    const path = `v1/templates/${encodeURIComponent(name)}${query({format: 'png', ...options, size: size?.join('x')})}`;
    return (await this.post(path, values, signal)).blob();
  }

  /**
   * Draws a scene that moves: animated WebP, PNG or GIF.
   * @param {Scene} scene with an `animation`
   * @param {{format?: 'webp'|'png'|'gif', duration?: number, fps?: number, quality?: number, lossless?: boolean, signal?: AbortSignal}} [options] seconds, frames per second
   * @returns {Promise<Blob>}
   */
  async animate(scene, {signal, ...options} = {}) {
    return (await this.post(`v1/animate${query(options)}`, scene, signal)).blob();
  }

  /** All problems of a scene. @param {Scene} scene @param {AbortSignal} [signal] @returns {Promise<{valid: boolean, diagnostics: Diagnostic[]}>} */
  async check(scene, signal) { return (await this.post('v1/check', scene, signal)).json(); }

  /** All there is to say about an image. @param {Scene} scene @param {AbortSignal} [signal] @returns {Promise<any>} */
  async report(scene, signal) { return (await this.post('v1/report', scene, signal)).json(); }

  /** What can be hit. @param {Scene} scene @param {AbortSignal} [signal] @returns {Promise<any>} */
  async regions(scene, signal) { return (await this.post('v1/regions', scene, signal)).json(); }

  /** What lies at points of the image. @param {Scene} scene @param {[number, number][]} points @param {AbortSignal} [signal] @returns {Promise<any[]>} */
  async hit(scene, points, signal) { return (await this.post(`v1/hit${query({at: points})}`, scene, signal)).json(); }

  /**
   * Coordinates as points of the image, and points as coordinates, in this order.
   * @param {Scene} scene
   * @param {{coordinates?: [number, number][], points?: [number, number][]}} places
   * @param {AbortSignal} [signal]
   * @returns {Promise<any[]>}
   */
  async project(scene, {coordinates = [], points = []}, signal) {
    return (await this.post(`v1/project${query({coordinate: coordinates, point: points})}`, scene, signal)).json();
  }

  /**
   * Moves items of a scene, as a user drags them.
   * @param {object} scene
   * @param {{target: string, to: [number, number]}[]} drag
   * @param {AbortSignal} [signal]
   * @returns {Promise<{scene: any, events: any[], diagnostics: Diagnostic[]}>}
   */
  async edit(scene, drag, signal) { return (await this.post('v1/edit', {scene, drag}, signal)).json(); }

  /** What is known of a location becomes a place. @param {object} known @param {AbortSignal} [signal] @returns {Promise<any>} */
  async locate(known, signal) { return (await this.post('v1/locate', known, signal)).json(); }

  /** The scene that an address of another service means. @param {string} url @returns {Promise<any>} */
  explain(url) { return this.get(`v1/explain${query({url})}`); }

  /** The styles that are served. @returns {Promise<any[]>} */
  styles() { return this.get('v1/styles.json'); }

  /** TileJSON of the styles that are drawn. @returns {Promise<any[]>} */
  rendered() { return this.get('v1/rendered.json'); }

  /** TileJSON of the archives that are served. @returns {Promise<any[]>} */
  data() { return this.get('v1/data.json'); }

  /** The templates, and what each asks for. @returns {Promise<any[]>} */
  templates() { return this.get('v1/templates.json'); }

  /** The scene format's JSON schema. @returns {Promise<any>} */
  schema() { return this.get('v1/schema'); }

  /** The versions of program, routes and scenes. @returns {Promise<any>} */
  version() { return this.get('v1/version'); }
}
