// SPDX-License-Identifier: MIT
/**
 * How the map is written and drawn, beside what the scene says of it.
 *
 * @typedef {'png'|'png8'|'jpeg'|'webp'|'svg'|'pdf'} Format
 */

/** @type {{id: Format, name: string, ending: string, isBitmap: boolean, quality?: string}[]} `quality` is what it is unless told */
export const formats = [
  {id: 'png', name: 'PNG', ending: 'png', isBitmap: true}, {id: 'png8', name: 'PNG, 256 colors', ending: 'png', isBitmap: true},
  {id: 'jpeg', name: 'JPEG', ending: 'jpg', isBitmap: true, quality: '90'}, {id: 'webp', name: 'WebP', ending: 'webp', isBitmap: true, quality: 'lossless'},
  {id: 'svg', name: 'SVG', ending: 'svg', isBitmap: false}, {id: 'pdf', name: 'PDF', ending: 'pdf', isBitmap: false},
];

/** Event `change` with the name of what has changed. */
export class Settings extends EventTarget {
  /** @type {Format} */ format = 'png';
  /** @type {number|undefined} */ quality = undefined;
  /**
   * Threads that may draw a map; undefined for all that are idle.
   * @type {number|undefined}
   */
  threads = undefined;

  get about() { return formats.find(f => f.id === this.format) ?? formats[0]; }
  /** As parameters of `/render`; empty for a plain PNG. */
  get query() { return this.format === 'png' ? '' : queryFor(this.format, this.quality); }
  /** The same for what is seen on the page: what browsers do not show is seen as a PNG. */
  get preview() { return `${this.about.isBitmap ? queryFor(this.format, this.quality) : 'format=png'}&${this.threadsQuery}`; }
  get threadsQuery() { return `threads=${this.threads ?? 256}`; }
  /** The quality, where the format has one. */
  get usedQuality() { return this.about.quality === undefined ? undefined : this.quality; }

  /** @param {'format'|'quality'|'threads'} name @param {any} value */
  set(name, value) {
    if (this[name] === value) return;
    /** @type {any} */ (this)[name] = value;
    this.dispatchEvent(new CustomEvent('change', {detail: {name}}));
  }
}

/** @param {string} format @param {number|undefined} quality */
export function queryFor(format, quality) {
  const hasQuality = quality !== undefined && formats.find(f => f.id === format)?.quality !== undefined;
  return `format=${format}${hasQuality ? `&quality=${quality}` : ''}`;
}
