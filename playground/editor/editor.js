// SPDX-License-Identifier: MIT
import {$, fill, h} from '../dom.js';
import {nodeAt, offsetOf, pathAt, pathFrom} from '../scene/json.js';
import {Completion} from './completion.js';
import {highlighted} from './highlight.js';
import {texts} from '../texts.js';

/**
 * The scene's text: a text area, which keyboards and screen readers know, over its colored image.
 *
 * @typedef {import('../staticmap.js').Diagnostic} Diagnostic
 * @typedef {{start: number, end: number, severity: string, message: string, line: number}} Mark
 */
export class Editor {
  /** @type {Mark[]} */ marks = [];
  /** @type {import('../scene/schema.js').Schema|null} */ schema = null;
  /** Set while the text area is written to. */
  #writing = false;

  /** @param {import('../scene/document.js').SceneText} doc */
  constructor(doc) {
    this.doc = doc;
    this.area = /** @type {HTMLTextAreaElement} */ ($('scene'));
    this.image = $('scene-image');
    this.numbers = $('scene-lines');
    this.tip = $('tip');
    this.completion = new Completion(this);
    const {area} = this;
    area.addEventListener('input', () => this.#typed());
    area.addEventListener('scroll', () => { this.#scrolled(); this.tip.hidden = true; });
    area.addEventListener('beforeinput', e => this.#history(/** @type {InputEvent} */ (e)));
    area.addEventListener('keydown', e => this.#key(e));
    area.addEventListener('click', () => this.#cursorMoved());
    area.addEventListener('keyup', e => { if (/^(Arrow|Home|End|Page)/.test(e.key)) this.#cursorMoved(); });
    area.addEventListener('mousemove', e => this.#hover(e));
    area.addEventListener('mouseleave', () => { this.tip.hidden = true; });
    doc.addEventListener('change', e => { if (/** @type {CustomEvent} */ (e).detail.source !== 'type') this.#changed(/** @type {CustomEvent} */ (e).detail.source); });
    doc.addEventListener('select', e => { if (/** @type {CustomEvent} */ (e).detail.source !== 'cursor') this.reveal(/** @type {CustomEvent} */ (e).detail.path); });
    this.#changed('');
  }

  #typed() {
    const {area, doc} = this;
    doc.change(area.value, {source: 'type', group: 'type'});
    doc.cursor = {start: area.selectionStart, end: area.selectionEnd};
    // What was marked is elsewhere until the server has looked again.
    this.marks = [];
    this.paint();
    this.completion.update();
  }

  /** @param {string} source */
  #changed(source) {
    const {area, doc} = this;
    if (area.value !== doc.text) {
      const {scrollTop, scrollLeft} = area;
      this.#writing = true;
      area.value = doc.text;
      this.#writing = false;
      if (source === 'history') area.setSelectionRange(doc.cursor.start, doc.cursor.end);
      area.scrollTop = scrollTop;
      area.scrollLeft = scrollLeft;
    }
    this.marks = [];
    this.completion.close();
    this.paint();
  }

  /**
   * The browser's own history does not know what the mouse did.
   * @param {InputEvent} e
   */
  #history(e) {
    if (e.inputType === 'historyUndo') { e.preventDefault(); this.doc.undo(); }
    if (e.inputType === 'historyRedo') { e.preventDefault(); this.doc.redo(); }
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (this.completion.key(e)) { e.preventDefault(); return; }
    const {area} = this;
    if ((e.ctrlKey || e.metaKey) && e.key === ' ') { e.preventDefault(); this.completion.update(true); return; }
    if (e.key !== 'Enter' || e.ctrlKey || e.metaKey || e.isComposing) return;
    e.preventDefault();
    const at = area.selectionStart, before = area.value.slice(0, at), after = area.value.slice(area.selectionEnd);
    const indent = /(?:^|\n)( *)[^\n]*$/.exec(before)?.[1] ?? '';
    const opens = /[{[]\s*$/.test(before), closes = /^\s*[}\]]/.test(after) && opens;
    const added = '\n' + indent + (opens ? '  ' : '');
    this.insert(at, area.selectionEnd, added + (closes ? '\n' + indent : ''), at + added.length);
  }

  /**
   * Types for the user.
   * @param {number} start
   * @param {number} end
   * @param {string} text
   * @param {number} cursor
   */
  insert(start, end, text, cursor) {
    this.area.setRangeText(text, start, end, 'end');
    this.area.setSelectionRange(cursor, cursor);
    this.#typed();
    this.scrollTo(cursor);
  }

  #cursorMoved() {
    const {area, doc} = this;
    this.completion.close();
    doc.cursor = {start: area.selectionStart, end: area.selectionEnd};
    if (area.selectionStart !== area.selectionEnd) return;
    const {path} = pathAt(doc.parsed.root, area.selectionStart);
    const isItem = ['annotations', 'overlays', 'decorations'].includes(String(path[0])) && typeof path[1] === 'number';
    const next = isItem ? path.slice(0, 2) : path[0] === 'userLocation' ? ['userLocation'] : null;
    if (JSON.stringify(next) !== JSON.stringify(doc.selected)) doc.select(next, 'cursor');
  }

  /**
   * Shows where something stands, and selects it.
   * @param {import('../scene/json.js').Path|null} path
   */
  reveal(path) {
    const node = path && nodeAt(this.doc.parsed.root, path);
    if (!node) {
      // Nothing stays marked in a text that nobody is writing in.
      if (document.activeElement !== this.area) this.area.setSelectionRange(this.area.selectionStart, this.area.selectionStart);
      this.paint();
      return;
    }
    this.area.setSelectionRange(node.start, node.end);
    this.doc.cursor = {start: node.start, end: node.end};
    this.scrollTo(node.start);
    this.paint();
  }

  /** @param {number} offset */
  scrollTo(offset) {
    const {area} = this, {height} = this.metrics;
    const top = (this.doc.text.slice(0, offset).split('\n').length - 1) * height;
    if (top < area.scrollTop + height || top > area.scrollTop + area.clientHeight - 3 * height) area.scrollTop = Math.max(0, top - area.clientHeight / 3);
    this.#scrolled();
  }

  /**
   * What the server says of the scene.
   * @param {Diagnostic[]} diagnostics
   */
  show(diagnostics) {
    const {text, parsed} = this.doc;
    this.marks = diagnostics.filter(d => d.severity !== 'note').map(d => {
      const isPlaced = d.line !== undefined && d.column !== undefined;
      const start = isPlaced ? offsetOf(text, d.line ?? 1, d.column ?? 1) : nodeAt(parsed.root, pathFrom(d.path ?? ''))?.start ?? 0;
      const word = /^(?:"(?:[^"\\\n]|\\.)*"?|[-\w.]+|.)/.exec(text.slice(start, start + 400))?.[0].length ?? 0;
      const line = text.slice(0, start).split('\n').length;
      const from = word ? start : Math.max(0, start - 1);
      return {start: from, end: Math.max(from + 1, start + word), severity: d.severity, line, message: d.message + (d.hint ? ` (${d.hint})` : '')};
    });
    this.paint();
    this.#list();
  }

  #list() {
    const list = $('problems'), {marks} = this;
    $('problem-count').textContent = marks.length ? texts.problems(marks.length) : texts.noProblems;
    $('problem-count').className = marks.some(m => m.severity === 'error') ? 'bad' : marks.length ? 'odd' : 'good';
    fill(list, ...marks.slice(0, 30).map(m => h('li', {}, h('button', {type: 'button', class: `problem ${m.severity}`, onclick: () => this.#goTo(m)},
      h('span', {class: 'problem-line'}, texts.line(m.line)), h('span', {}, m.message)))));
    this.area.setAttribute('aria-invalid', String(marks.some(m => m.severity === 'error')));
  }

  /** @param {Mark} m */
  #goTo(m) {
    this.area.focus();
    this.area.setSelectionRange(m.start, m.end);
    this.scrollTo(m.start);
  }

  paint() {
    if (this.#writing) return;
    const {doc, area} = this;
    this.image.replaceChildren(highlighted(doc.text, this.marks));
    const count = doc.text.split('\n').length, bad = new Map(this.marks.map(m => [m.line, m.severity]));
    fill(this.numbers, ...Array.from({length: count}, (_, i) => h('span', {class: bad.get(i + 1) ?? ''}, String(i + 1))));
    const node = doc.selected && nodeAt(doc.parsed.root, doc.selected);
    const {height} = this.metrics, glow = $('scene-glow');
    glow.hidden = !node;
    if (node) {
      const first = doc.text.slice(0, node.start).split('\n').length - 1, last = doc.text.slice(0, node.end).split('\n').length;
      glow.style.top = `${first * height + 12}px`;
      glow.style.height = `${(last - first) * height}px`;
    }
    area.setAttribute('aria-describedby', 'problem-count');
    this.#scrolled();
  }

  #scrolled() {
    const {scrollTop, scrollLeft} = this.area;
    this.image.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.numbers.style.transform = $('scene-glow').style.transform = `translateY(${-scrollTop}px)`;
  }

  /** Of a character. */
  get metrics() {
    if (!this.size) {
      const probe = h('span', {class: 'probe'}, 'x'.repeat(100));
      this.image.parentElement?.append(probe);
      const box = probe.getBoundingClientRect();
      this.size = {width: box.width / 100, height: parseFloat(getComputedStyle(this.area).lineHeight)};
      probe.remove();
    }
    return this.size;
  }
  /** @type {{width: number, height: number}|undefined} */ size = undefined;

  /**
   * Where a character is on the page.
   * @param {number} offset
   */
  boxOf(offset) {
    const {area} = this, {width, height} = this.metrics, box = area.getBoundingClientRect(), before = this.doc.text.slice(0, offset).split('\n');
    const style = getComputedStyle(area);
    return {
      x: box.left + parseFloat(style.paddingLeft) + before[before.length - 1].length * width - area.scrollLeft,
      y: box.top + parseFloat(style.paddingTop) + (before.length - 1) * height - area.scrollTop, height,
    };
  }

  /** @param {MouseEvent} e */
  #hover(e) {
    const {area, doc, tip} = this, {width, height} = this.metrics, box = area.getBoundingClientRect(), style = getComputedStyle(area);
    const row = Math.floor((e.clientY - box.top - parseFloat(style.paddingTop) + area.scrollTop) / height);
    const column = Math.floor((e.clientX - box.left - parseFloat(style.paddingLeft) + area.scrollLeft) / width);
    const lines = doc.text.split('\n');
    if (!(row in lines) || column < 0 || column >= lines[row].length) { tip.hidden = true; return; }
    const offset = lines.slice(0, row).reduce((n, l) => n + l.length + 1, column);
    const mark = this.marks.find(m => offset >= m.start && offset < m.end);
    const {path, key} = pathAt(doc.parsed.root, offset);
    const d = key && this.schema?.at(doc.scene ?? {}, [...path, key.key])[0];
    if (!mark && !d) { tip.hidden = true; return; }
    fill(tip, mark && h('p', {class: mark.severity}, mark.message), d && h('p', {}, h('strong', {}, key.key), ' ', this.schema?.about(d) ?? ''));
    const at = this.boxOf(mark?.start ?? key?.keyStart ?? offset);
    tip.hidden = false;
    tip.style.left = `${Math.max(8, Math.min(innerWidth - tip.offsetWidth - 8, at.x))}px`;
    tip.style.top = `${at.y + at.height + 4 + tip.offsetHeight > innerHeight ? at.y - tip.offsetHeight - 4 : at.y + at.height + 4}px`;
  }
}
