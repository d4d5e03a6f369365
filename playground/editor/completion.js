// SPDX-License-Identifier: MIT
import {$, fill, h} from '../dom.js';
import {pathAt, plain} from '../scene/json.js';

/**
 * Completes keys and values from the schema, as a list that the text area commands.
 *
 * @typedef {{label: string, text: string, about: string, cursor?: number}} Offer
 */
export class Completion {
  /** @type {Offer[]} */ #offers = [];
  #index = 0;
  #start = 0;
  #end = 0;
  /**
   * Names of the server's styles.
   * @type {string[]}
   */
  styles = [];

  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.list = $('completion');
    editor.area.addEventListener('blur', () => setTimeout(() => this.close(), 150));
  }

  get isOpen() { return !this.list.hidden; }

  close() {
    this.list.hidden = true;
    this.editor.area.setAttribute('aria-expanded', 'false');
    this.editor.area.removeAttribute('aria-activedescendant');
  }

  /** @param {KeyboardEvent} e @returns {boolean} whether it was for the list */
  key(e) {
    if (!this.isOpen) return false;
    const step = {ArrowDown: 1, ArrowUp: -1}[e.key];
    if (step) { this.#choose((this.#index + step + this.#offers.length) % this.#offers.length); return true; }
    if (e.key === 'Enter' || e.key === 'Tab') { this.#take(this.#offers[this.#index]); return true; }
    if (e.key === 'Escape') { this.close(); return true; }
    return false;
  }

  /**
   * Offers what fits at the cursor.
   * @param {boolean} [always] also where nothing is typed yet
   */
  update(always = false) {
    const {area, doc, schema} = this.editor, at = area.selectionStart;
    if (!schema || area.selectionEnd !== at) { this.close(); return; }
    const typed = /"?[\w$-]*$/.exec(doc.text.slice(0, at))?.[0] ?? '';
    if (!always && typed.length < 1) { this.close(); return; }
    this.#start = at - typed.length;
    // The rest of the word, where its closing quotation mark is its own and not that of what comes next.
    this.#end = at + (/^[\w$-]*"(?=\s*(?:[:,}\]]|$))/.exec(typed.startsWith('"') ? doc.text.slice(at, at + 200) : '')?.[0].length ?? 0);
    const {root} = doc.parsed, scene = plain(root), {path, node, key} = pathAt(root, at);
    const before = doc.text.slice(0, this.#start).trimEnd().slice(-1);
    const isValue = before === ':' || before === '[' || node.kind === 'array' && before === ',';
    const word = typed.replaceAll('"', '').toLowerCase();
    const offers = isValue ? this.#values(scene, path, node) : key || node.kind === 'object' || node.kind === 'missing' ? this.#keys(scene, path, node) : [];
    this.#offers = offers.filter(o => o.label.toLowerCase().includes(word) && (always || o.label.toLowerCase() !== word))
      .sort((a, b) => Number(b.label.toLowerCase().startsWith(word)) - Number(a.label.toLowerCase().startsWith(word))).slice(0, 40);
    if (!this.#offers.length) { this.close(); return; }
    fill(this.list, ...this.#offers.map((o, i) => h('li', {id: `offer-${i}`, role: 'option', onmousedown: (/** @type {Event} */ e) => { e.preventDefault(); this.#take(o); }},
      h('span', {class: 'offer'}, o.label), h('span', {class: 'about'}, o.about))));
    this.list.hidden = false;
    area.setAttribute('aria-expanded', 'true');
    const box = this.editor.boxOf(this.#start), below = box.y + box.height + 4;
    this.list.style.left = `${Math.max(8, Math.min(innerWidth - this.list.offsetWidth - 8, box.x))}px`;
    this.list.style.top = `${below + this.list.offsetHeight > innerHeight ? Math.max(8, box.y - this.list.offsetHeight - 4) : below}px`;
    this.#choose(0);
  }

  /** @param {any} scene @param {import('../scene/json.js').Path} path @param {import('../scene/json.js').Node} node @returns {Offer[]} */
  #keys(scene, path, node) {
    const {schema, area, doc} = this.editor, here = area.selectionStart;
    const taken = new Set(node.members?.filter(m => here < m.keyStart || here > m.keyEnd).map(m => m.key));
    const hasColon = /^\s*:/.test(doc.text.slice(this.#end));
    return [...schema?.keys(scene, path) ?? []].filter(([k]) => !taken.has(k)).map(([k, d]) => {
      const type = [d.type].flat()[0];
      const empty = hasColon ? '' : ': ' + (type === 'string' || d.enum ? '""' : type === 'array' ? '[]' : type === 'object' ? '{}' : type === 'boolean' ? 'true' : '');
      const inner = /(""|\[\]|\{\})$/.test(empty) ? 1 : 0;
      return {label: k, text: `"${k}"${empty}`, about: schema?.about(d) ?? '', cursor: -inner};
    });
  }

  /** @param {any} scene @param {import('../scene/json.js').Path} path @param {import('../scene/json.js').Node} node @returns {Offer[]} */
  #values(scene, path, node) {
    const {schema} = this.editor, way = node.kind === 'array' && Array.isArray(node.items) ? [...path, node.items.length] : path;
    const last = path[path.length - 1];
    const isStyle = last === 'basemap' || last === 'style' && path[0] === 'basemap';
    const values = isStyle ? this.styles : (schema?.at(scene, way) ?? []).flatMap(d => schema?.values(d) ?? []);
    return [...new Set(values)].map(v => ({label: String(v), text: JSON.stringify(v), about: ''}));
  }

  /** @param {number} index */
  #choose(index) {
    this.#index = index;
    [...this.list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === index)));
    this.list.children[index]?.scrollIntoView({block: 'nearest'});
    this.editor.area.setAttribute('aria-activedescendant', `offer-${index}`);
  }

  /** @param {Offer} offer */
  #take(offer) {
    this.close();
    this.editor.insert(this.#start, this.#end, offer.text, this.#start + offer.text.length + (offer.cursor ?? 0));
    this.close();
  }
}
