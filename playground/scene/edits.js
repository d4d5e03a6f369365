// SPDX-License-Identifier: MIT
import {nodeAt, parse, plain} from './json.js';

/**
 * Changes of a JSON text that leave everything else in it as it is written.
 *
 * @typedef {import('./json.js').Node} Node
 * @typedef {import('./json.js').Path} Path
 * @typedef {{start: number, end: number, text: string}} Change
 */

/** @param {any} value @param {number} indent @param {number} [used] columns before it @returns {string} */
export function written(value, indent = 0, used = indent) {
  const line = oneLine(value);
  if (value === null || typeof value !== 'object' || used + line.length <= 100) return line;
  const pad = ' '.repeat(indent + 2), end = '\n' + ' '.repeat(indent);
  if (Array.isArray(value)) {
    const pairs = value.every(v => Array.isArray(v) && v.length === 2 && v.every(n => typeof n === 'number'));
    if (pairs) return '[\n' + folded(value.map(oneLine), pad) + end + ']';
    return '[\n' + value.map(v => pad + written(v, indent + 2)).join(',\n') + end + ']';
  }
  const members = Object.entries(value).map(([k, v]) => {
    const head = pad + JSON.stringify(k) + ': ';
    return head + written(v, indent + 2, head.length);
  });
  return '{\n' + members.join(',\n') + end + '}';
}

/** @param {any} value @returns {string} */
function oneLine(value) {
  if (Array.isArray(value)) return '[' + value.map(oneLine).join(', ') + ']';
  if (value && typeof value === 'object') {
    return '{' + Object.entries(value).map(([k, v]) => JSON.stringify(k) + ': ' + oneLine(v)).join(', ') + '}';
  }
  return JSON.stringify(value) ?? 'null';
}

/**
 * Short items, as many on a line as there is room for.
 * @param {string[]} items
 * @param {string} pad
 */
function folded(items, pad) {
  const lines = [''];
  for (const [i, item] of items.entries()) {
    const text = item + (i + 1 < items.length ? ',' : '');
    const last = lines[lines.length - 1];
    if (last && pad.length + last.length + text.length > 99) lines.push(text);
    else lines[lines.length - 1] = last ? last + ' ' + text : text;
  }
  return lines.map(l => pad + l).join('\n');
}

/** @param {string} text @param {Change[]} changes @returns {string} */
export function applied(text, changes) {
  for (const c of [...changes].sort((a, b) => b.start - a.start)) text = text.slice(0, c.start) + c.text + text.slice(c.end);
  return text;
}

/**
 * The blanks that the line of an offset begins with.
 * @param {string} text
 * @param {number} offset
 */
function indentAt(text, offset) {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^ */.exec(text.slice(line))?.[0].length ?? 0;
}

/**
 * Sets a value; what is missing on the way to it is made.
 * @param {string} text
 * @param {Path} path
 * @param {any} value
 * @returns {string}
 */
export function set(text, path, value) {
  const {root} = parse(text);
  const node = nodeAt(root, path);
  if (node && path.length) {
    const indent = indentAt(text, node.start);
    return applied(text, [{start: node.start, end: node.end, text: written(value, indent, node.start - (text.lastIndexOf('\n', node.start - 1) + 1))}]);
  }
  if (!path.length) return written(value) + '\n';
  const parent = path.slice(0, -1), last = path[path.length - 1];
  const holder = nodeAt(root, parent);
  if (!holder || holder.kind !== (typeof last === 'number' ? 'array' : 'object')) {
    return set(text, parent, typeof last === 'number' ? [value] : {[last]: value});
  }
  return insert(text, holder, typeof last === 'number' ? '' : JSON.stringify(last) + ': ', value);
}

/**
 * Adds to a list or to an object, in the way in which it is written.
 * @param {string} text
 * @param {Node} holder
 * @param {string} head
 * @param {any} value
 */
function insert(text, holder, head, value) {
  const children = holder.items ?? holder.members?.map(m => m.node) ?? [];
  const starts = holder.items?.map(n => n.start) ?? holder.members?.map(m => m.keyStart) ?? [];
  const inner = text.slice(holder.start, holder.end);
  if (!children.length) {
    const indent = indentAt(text, holder.start);
    const body = '\n' + ' '.repeat(indent + 2) + head + written(value, indent + 2, indent + 2 + head.length) + '\n' + ' '.repeat(indent);
    const line = head + written(value, indent, 200);
    const short = !line.includes('\n') && line.length < 60 && holder.kind === 'object';
    return applied(text, [{start: holder.start + 1, end: holder.end - 1, text: short ? line : body}]);
  }
  const last = children[children.length - 1];
  const isBroken = inner.includes('\n') && text.slice(text.lastIndexOf('\n', starts[0] - 1) + 1, starts[0]).trim() === '';
  const indent = isBroken ? indentAt(text, starts[0]) : indentAt(text, holder.start) + 2;
  const item = head + written(value, indent, indent + head.length);
  return applied(text, [{start: last.end, end: last.end, text: isBroken ? ',\n' + ' '.repeat(indent) + item : ', ' + item}]);
}

/**
 * Takes a member or an item out, with its comma.
 * @param {string} text
 * @param {Path} path
 * @returns {string}
 */
export function removed(text, path) {
  const {root} = parse(text);
  const holder = nodeAt(root, path.slice(0, -1)), last = path[path.length - 1];
  if (!holder) return text;
  const ranges = holder.items?.map(n => ({start: n.start, end: n.end}))
    ?? holder.members?.map(m => ({start: m.keyStart, end: m.node.end})) ?? [];
  const index = typeof last === 'number' ? last : holder.members?.findIndex(m => m.key === last) ?? -1;
  if (!ranges[index]) return text;
  let {start, end} = ranges[index];
  if (ranges.length === 1) { start = holder.start + 1; end = holder.end - 1; }
  else if (index > 0) start = ranges[index - 1].end;
  else end = ranges[1].start;
  return applied(text, [{start, end, text: ''}]);
}

/**
 * Makes the text mean another value, changing it only where the two differ.
 * @param {string} text
 * @param {any} target
 * @returns {string}
 */
export function merged(text, target) {
  /** @type {Change[]} */
  const changes = [];
  const visit = (/** @type {Node} */ node, /** @type {any} */ wanted) => {
    if (node.kind === 'object' && wanted && typeof wanted === 'object' && !Array.isArray(wanted)) {
      const keys = node.members?.map(m => m.key) ?? [];
      if (keys.length === Object.keys(wanted).length && keys.every(k => k in wanted)) {
        for (const m of node.members ?? []) visit(m.node, wanted[m.key]);
        return;
      }
    }
    if (node.kind === 'array' && Array.isArray(wanted) && node.items?.length === wanted.length) {
      node.items.forEach((n, i) => visit(n, wanted[i]));
      return;
    }
    if (JSON.stringify(plain(node)) === JSON.stringify(wanted)) return;
    changes.push({start: node.start, end: node.end, text: written(wanted, indentAt(text, node.start))});
  };
  visit(parse(text).root, target);
  return applied(text, changes);
}
