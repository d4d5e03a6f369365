// SPDX-License-Identifier: MIT

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
  /** Whether a key or a signature is missing or wrong. */
  get isLocked() { return [401, 403].includes(this.status) && ['key', 'key_id', 'signature', 'expires', 'body_sha256'].includes(this.parameter); }
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
