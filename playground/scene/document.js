// SPDX-License-Identifier: MIT
import {parse, plain} from './json.js';

/**
 * The scene's text, which everything else follows from, and its history.
 *
 * Events: `change` with detail {source, group}; `select` with the path of what is selected, or null.
 *
 * @typedef {import('./json.js').Path} Path
 * @typedef {{text: string, start: number, end: number}} Step
 */
export class SceneText extends EventTarget {
  /** @type {Step[]} */ #past = [];
  /** @type {Step[]} */ #future = [];
  #group = '';
  #groupTime = 0;
  /** @type {import('./json.js').Parsed|null} */ #parsed = null;
  /** @type {Path|null} */ #selected = null;
  /** Where the editor's cursor is. */
  cursor = {start: 0, end: 0};
  text = '';

  /** @param {string} text */
  constructor(text) { super(); this.text = text; }

  get parsed() { return this.#parsed ??= parse(this.text); }
  /**
   * The scene as a value; null while the text is not a JSON object.
   * @returns {any}
   */
  get scene() { return this.parsed.error || this.parsed.root.kind !== 'object' ? null : plain(this.parsed.root); }
  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }
  /** The way to what is selected, such as ["annotations", 0]. */
  get selected() { return this.#selected; }

  /** @param {Path|null} path @param {string} [source] */
  select(path, source = '') {
    this.#selected = path;
    this.dispatchEvent(new CustomEvent('select', {detail: {path, source}}));
  }

  /**
   * Changes that come in one go, of one group, are undone at once.
   * @param {string} text @param {{source?: string, group?: string}} [about]
   */
  change(text, about = {}) {
    const {source = '', group = ''} = about;
    if (text === this.text) return;
    const now = performance.now();
    const joins = group !== '' && group === this.#group && (group !== 'type' || now - this.#groupTime < 800) && this.#past.length > 0;
    if (!joins) this.#past.push({text: this.text, ...this.cursor});
    if (this.#past.length > 300) this.#past.shift();
    this.#future = [];
    this.#group = group;
    this.#groupTime = now;
    this.#put(text, source, group);
  }

  /** The next change is a step of its own. */
  endGroup() { this.#group = ''; }
  undo() { this.#step(this.#past, this.#future); }
  redo() { this.#step(this.#future, this.#past); }

  /** @param {Step[]} from @param {Step[]} to */
  #step(from, to) {
    const step = from.pop();
    if (!step) return;
    to.push({text: this.text, ...this.cursor});
    this.#group = '';
    this.cursor = {start: step.start, end: step.end};
    this.#put(step.text, 'history', '');
  }

  /** @param {string} text @param {string} source @param {string} group */
  #put(text, source, group) {
    this.text = text;
    this.#parsed = null;
    this.dispatchEvent(new CustomEvent('change', {detail: {source, group}}));
  }
}
