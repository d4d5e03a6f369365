// SPDX-License-Identifier: MIT
import {h, iconButton, say} from '../dom.js';
import {chooseImage} from '../map/images.js';
import {nodeAt, plain} from '../scene/json.js';
import {removed, set, written} from '../scene/edits.js';
import {color, number, row, segments, select, text, toggle} from './fields.js';
import {texts} from '../texts.js';

/**
 * A form for a thing of the scene, made from the schema: each key with its documentation.
 *
 * @typedef {import('../scene/json.js').Path} Path
 */

/**
 * Keys that are shown at once, by kind; the others unfold.
 * @type {Record<string, string[]>}
 */
const common = {
  annotations: ['title', 'subtitle', 'view', 'tint', 'glyphText', 'text', 'image', 'coordinate', 'selected', 'id'],
  polyline: ['strokeColor', 'lineWidth', 'casing', 'arrows', 'lineDashPattern', 'geodesic', 'alpha', 'title', 'id'],
  polygon: ['fillColor', 'strokeColor', 'lineWidth', 'handles', 'alpha', 'title', 'id'],
  circle: ['center', 'radius', 'fillColor', 'strokeColor', 'lineWidth', 'alpha', 'title', 'id'],
  fog: ['color', 'feather', 'reveal', 'id'],
  tiles: ['tiles', 'alpha', 'minZoom', 'maxZoom'],
  geojson: ['strokeColor', 'fillColor', 'lineWidth', 'alpha', 'id'],
  gpx: ['strokeColor', 'lineWidth', 'alpha', 'id'],
  scaleBar: ['units', 'at', 'maxWidth', 'margin'],
  compass: ['visibility', 'at', 'margin'],
  legend: ['title', 'at', 'maxWidth', 'margin'],
  rectangle: ['size', 'at', 'fillColor', 'strokeColor', 'cornerRadius', 'shadow'],
  image: ['image', 'at', 'margin'], logo: ['image', 'at', 'margin'],
  userLocation: ['coordinate', 'accuracy', 'heading'],
};
const twins = new Set(['markerTintColor', 'pinTintColor', 'glyphTintColor', 'opacity', 'blendMode', 'calloutOffset', 'minimumZ', 'maximumZ', 'type', 'coordinates']);

/** @param {any} item @param {Path} path */
export const kindOf = (item, path) => path[0] === 'annotations' ? 'annotations' : path[0] === 'userLocation' ? 'userLocation' : item?.type ?? 'image';

/** @param {import('../app.js').App} app @param {Path} path @returns {HTMLElement[]} */
export function properties(app, path) {
  const {doc, schema} = app, node = nodeAt(doc.parsed.root, path);
  if (!schema || !node) return [];
  const item = plain(node), keys = schema.keys(doc.scene, path), first = (common[kindOf(item, path)] ?? []).filter(k => keys.has(k));
  const usedKeys = Object.keys(item).filter(k => keys.has(k) && !first.includes(k) && !twins.has(k));
  const rest = [...keys.keys()].filter(k => !first.includes(k) && !usedKeys.includes(k) && !twins.has(k));
  const make = (/** @type {string} */ k) => field(app, [...path, k], k, keys.get(k), item[k]);
  const more = h('details', {class: 'group'}, h('summary', {}, `${texts.moreKeys} (${rest.length})`));
  // Made when it is opened: there are dozens.
  more.addEventListener('toggle', () => { if (more.open && more.childElementCount === 1) more.append(...rest.map(make)); });
  return [h('div', {class: 'group'}, ...[...first, ...usedKeys].map(make)), more];
}

/** @param {import('../app.js').App} app @param {Path} path @param {string} key @param {any} d @param {any} value */
function field(app, path, key, d, value) {
  const {doc, schema} = app, about = schema?.about(d) ?? '';
  const put = (/** @type {any} */ v) => {
    const next = v === undefined ? removed(doc.text, path) : set(doc.text, path, v);
    doc.change(next, {source: 'panel', group: `panel ${path.join('.')}`});
  };
  const isColor = /color|tint$/i.test(key) || key === 'box' || key === 'halo';
  const options = schema?.values(d) ?? [], types = [d.type].flat().filter(Boolean);
  if (isColor && !Array.isArray(value)) return row(key, color(value, put, key), about);
  if (types[0] === 'boolean' || (d.oneOf && options.includes(true) && (value === undefined || typeof value === 'boolean'))) {
    return row(key, [toggle(value ?? d.default ?? false, v => put(v === (d.default ?? false) ? undefined : v)), h('span', {class: 'spring'})], about);
  }
  if (options.length > 1 && options.length <= 3 && typeof value !== 'object' && options.every(o => String(o).length < 11)) {
    return row(key, [segments(options.map(o => [String(o), String(o)]), String(value ?? d.default ?? ''), put, key)], about, true);
  }
  if (options.length > 1 && typeof value !== 'object') {
    const list = options.map(o => /** @type {[any, string]} */ ([o, String(o)]));
    return row(key, [select(d.default === undefined || !options.includes(d.default) ? [['', texts.unset], ...list] : list, value ?? d.default ?? '', v => put(v === '' ? undefined : options.find(o => String(o) === v)))], about);
  }
  if (types[0] === 'number' || types[0] === 'integer') {
    return row(key, [number(value, put, {min: d.minimum ?? '', max: d.maximum ?? '', ...(d.default === undefined ? {} : {placeholder: String(d.default)})})], about);
  }
  if (types[0] === 'string' && /image$/i.test(key) && (value === undefined || typeof value === 'string')) {
    const isOwn = value?.startsWith('data:image/'), choose = iconButton('image', texts.images.choose, () => chooseImage(put, say), {'data-choose': key});
    const image = isOwn && h('img', {class: 'image-well', src: value, alt: ''});
    return row(key, [image, text(isOwn ? '' : value, put, isOwn ? {placeholder: texts.images.own} : {}), choose], `${about} ${texts.images.about}`);
  }
  if (types[0] === 'string' && (value === undefined || typeof value === 'string')) return row(key, [text(value, put)], about);
  // Anything else as JSON, on one line.
  const input = text(value === undefined ? '' : written(value, 0, -10_000), () => {
    const written = input.value.trim();
    if (!written) { put(undefined); return; }
    try { put(JSON.parse(written)); input.removeAttribute('aria-invalid'); } catch { input.setAttribute('aria-invalid', 'true'); }
  }, {class: 'mono'});
  return row(key, [input], about);
}
