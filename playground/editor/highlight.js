// SPDX-License-Identifier: MIT
/** Colours of JSON, also while it is being typed. */

const token = /"(?:[^"\\\n]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b|[{}[\],:]+|[^\s"{}[\],:]+/g;

/**
 * The text as spans. Marks are ranges that are underlined.
 * @param {string} text @param {{start: number, end: number, severity: string}[]} marks @returns {DocumentFragment}
 */
export function highlighted(text, marks) {
  const fragment = document.createDocumentFragment();
  const open = marks.filter(m => m.end > m.start).sort((a, b) => a.start - b.start);
  const piece = (/** @type {string} */ kind, /** @type {number} */ start, /** @type {number} */ end) => {
    // A mark may begin or end within a token.
    for (const m of open) {
      if (m.end <= start || m.start >= end) continue;
      if (m.start > start) { leaf(kind, start, m.start, ''); start = m.start; }
      const stop = Math.min(m.end, end);
      leaf(kind, start, stop, m.severity);
      start = stop;
      if (start >= end) return;
    }
    leaf(kind, start, end, '');
  };
  const leaf = (/** @type {string} */ kind, /** @type {number} */ start, /** @type {number} */ end, /** @type {string} */ severity) => {
    if (start >= end) return;
    const part = text.slice(start, end);
    if (!kind && !severity) { fragment.append(part); return; }
    const span = document.createElement('span');
    span.className = kind + (severity ? ` underlined ${severity}` : '');
    span.textContent = part;
    fragment.append(span);
  };
  let at = 0;
  if (text.length < 300_000) {
    for (const match of text.matchAll(token)) {
      const start = match.index ?? 0, word = match[0], end = start + word.length;
      piece('', at, start);
      piece(kindOf(word, text, end), start, end);
      at = end;
    }
  }
  piece('', at, text.length);
  fragment.append('\n');
  return fragment;
}

/** @param {string} word @param {string} text @param {number} end */
function kindOf(word, text, end) {
  if (word[0] === '"') return /^\s*:/.test(text.slice(end, end + 40)) ? 'key' : 'string';
  if (/^[-\d]/.test(word)) return 'number';
  if (/^(true|false|null)$/.test(word)) return 'word';
  return /^[{}[\],:]/.test(word) ? 'mark' : '';
}
