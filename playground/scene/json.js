// SPDX-License-Identifier: MIT
/**
 * JSON with positions, also of texts that are being typed and are not JSON yet.
 *
 * @typedef {{key: string, keyStart: number, keyEnd: number, node: Node}} Member
 * @typedef {object} Node
 * @property {'object'|'array'|'string'|'number'|'boolean'|'null'|'missing'} kind
 * @property {number} start
 * @property {number} end
 * @property {string|number|boolean|null} [value] of scalars
 * @property {Member[]} [members] of objects
 * @property {Node[]} [items] of arrays
 * @typedef {(string|number)[]} Path
 * @typedef {{root: Node, error: {offset: number, message: string}|null}} Parsed
 */

/** @param {string} text @returns {Parsed} */
export function parse(text) {
  let at = 0;
  /** @type {{offset: number, message: string}|null} */
  let error = null;
  const fail = (/** @type {string} */ message, offset = at) => { error ??= {offset, message}; };
  const space = () => { while (at < text.length && ' \t\n\r'.includes(text[at])) at++; };

  /** @returns {Node} */
  function value(depth = 0) {
    space();
    const start = at, c = text[at];
    if (depth > 200) { fail('nested too deeply'); at = text.length; return {kind: 'missing', start, end: start}; }
    if (c === '{') return object(depth);
    if (c === '[') return array(depth);
    if (c === '"') { const s = string(); return {kind: 'string', start, end: at, value: s}; }
    const word = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/.exec(text.slice(at, at + 60));
    if (word) {
      at += word[0].length;
      const v = JSON.parse(word[0]);
      return {kind: v === null ? 'null' : /** @type {'number'|'boolean'} */ (typeof v), start, end: at, value: v};
    }
    fail(at >= text.length ? 'expected a value, found the end of the text' : 'expected a value');
    while (at < text.length && !',]}\n'.includes(text[at])) at++;
    return {kind: 'missing', start, end: at};
  }

  function string() {
    const start = at++;
    while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
    at = Math.min(at, text.length);
    if (text[at] !== '"') { fail('the text has no closing quotation mark', start); return text.slice(start + 1, at); }
    at++;
    try { return JSON.parse(text.slice(start, at)); } catch { fail('a character that must be escaped', start); return text.slice(start + 1, at - 1); }
  }

  /** @returns {Node} */
  function object(/** @type {number} */ depth) {
    const start = at++;
    /** @type {Member[]} */
    const members = [];
    for (;;) {
      space();
      if (text[at] === '}') { at++; break; }
      if (at >= text.length || text[at] === ']') { fail('expected } of this object', start); break; }
      if (text[at] !== '"') {
        fail('expected a key in quotation marks');
        const from = at;
        while (at < text.length && !',}]:"\n'.includes(text[at])) at++;
        if (at === from) at++;
        continue;
      }
      const keyStart = at, key = string(), keyEnd = at;
      space();
      if (text[at] === ':') { at++; members.push({key, keyStart, keyEnd, node: value(depth + 1)}); }
      else { fail('expected : after the key'); members.push({key, keyStart, keyEnd, node: {kind: 'missing', start: keyEnd, end: keyEnd}}); }
      space();
      if (text[at] === ',') { at++; space(); if (text[at] === '}') fail('a comma before }', at); }
      else if (text[at] !== '}') fail('expected , or }');
    }
    return {kind: 'object', start, end: at, members};
  }

  /** @returns {Node} */
  function array(/** @type {number} */ depth) {
    const start = at++;
    /** @type {Node[]} */
    const items = [];
    for (;;) {
      space();
      if (text[at] === ']') { at++; break; }
      if (at >= text.length || text[at] === '}') { fail('expected ] of this list', start); break; }
      const before = at;
      items.push(value(depth + 1));
      space();
      if (text[at] === ',') { at++; space(); if (text[at] === ']') fail('a comma before ]', at); }
      else if (text[at] !== ']') { fail('expected , or ]'); if (at === before) at++; }
    }
    return {kind: 'array', start, end: at, items};
  }

  const root = value();
  space();
  if (at < text.length) fail('expected the end of the text');
  return {root, error};
}

/** @param {Node} node @returns {any} */
export function plain(node) {
  if (node.kind === 'object') return Object.fromEntries((node.members ?? []).map(m => [m.key, plain(m.node)]));
  if (node.kind === 'array') return (node.items ?? []).map(plain);
  return node.kind === 'missing' ? null : node.value;
}

/** @param {Node|undefined} node @param {Path} path @returns {Node|undefined} */
export function nodeAt(node, path) {
  for (const step of path) {
    if (!node) return undefined;
    node = typeof step === 'number' ? node.items?.[step] : node.members?.filter(m => m.key === step).pop()?.node;
  }
  return node;
}

/**
 * The way to what an offset stands in; `key` is set where it stands in a key.
 * @param {Node} root @param {number} offset
 * @returns {{path: Path, node: Node, key?: Member}}
 */
export function pathAt(root, offset) {
  /** @type {Path} */
  const path = [];
  let node = root;
  for (;;) {
    const member = node.members?.find(m => offset >= m.keyStart && offset <= Math.max(m.keyEnd, m.node.end));
    if (member) {
      if (offset <= member.keyEnd) return {path, node, key: member};
      if (offset < member.node.start && member.node.kind !== 'missing') return {path: [...path, member.key], node: member.node};
      path.push(member.key); node = member.node;
      continue;
    }
    const index = node.items?.findIndex(n => offset >= n.start && offset <= n.end) ?? -1;
    if (index < 0 || !node.items) return {path, node};
    path.push(index); node = node.items[index];
  }
}

/**
 * "annotations[0].callout" as a path.
 * @param {string} text
 * @returns {Path}
 */
export function pathFrom(text) {
  return [...text.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(m => m[2] === undefined ? m[1] : Number(m[2]));
}

/** @param {string} text @param {number} line from 1 @param {number} column from 1 */
export function offsetOf(text, line, column) {
  let at = 0;
  for (let i = 1; i < line; i++) { const next = text.indexOf('\n', at); if (next < 0) return text.length; at = next + 1; }
  // The server counts characters, the browser UTF-16 units.
  let left = column - 1;
  while (left-- > 0 && at < text.length && text[at] !== '\n') at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
