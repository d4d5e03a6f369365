// SPDX-License-Identifier: MIT
import {copy, fill, h, iconButton} from '../dom.js';
import {address, ask, getJSON, show, usable} from '../server.js';
import {world} from '../map/mercator.js';
import {colorOf, paintTile, tileSide} from './paint.js';
import {decoded} from './tile.js';
import {texts} from '../texts.js';

/** What this server has: styles and data, each with an image, a viewer and its addresses. */

/** @param {string} name @param {string} url */
const line = (name, url) => h('li', {class: 'address'}, h('span', {}, name), h('code', {}, url), iconButton('copy', `${name}: ${texts.copy}`, () => copy(usable(url), texts.copied)));

/**
 * Braces stay as they are in templates.
 * @param {string} path
 */
const template = path => address(path).replaceAll('%7B', '{').replaceAll('%7D', '}');

/** @param {HTMLElement} page @param {(text: string) => void} open */
export async function showStyles(page, open) {
  const [styles, rendered, templates] = await Promise.all([getJSON('styles.json'), getJSON('rendered.json'), getJSON('v1/templates.json')]);
  const health = h('span', {class: 'health'}, '…');
  ask('health').then(() => { health.textContent = texts.health; health.classList.add('good'); }, () => { health.textContent = texts.offline; health.classList.add('bad'); });
  fill(page, h('div', {class: 'page-head'}, h('h1', {}, texts.styles), h('p', {}, 'Each draws images and tiles. ', health)), h('ul', {class: 'cards wide'}, ...styles.map((/** @type {any} */ s) => {
    const id = encodeURIComponent(s.id), tiles = rendered.find((/** @type {any} */ r) => r.name === s.name);
    const [lon, lat, zoom] = tiles?.center ?? [0, 0, 2];
    const view = `${lon},${lat},${Math.max(1.3, zoom + 1)}`, thumb = h('img', {class: 'thumb', loading: 'lazy', alt: `${s.name}, ${texts.map}`});
    show(thumb, `styles/${id}/static/${view}/400x250@2x.png`).catch(() => {});
    return h('li', {class: 'card', 'data-style': s.id},
      h('a', {href: `#styles/${id}`, class: 'card-button'}, thumb, h('strong', {}, s.name)),
      h('div', {class: 'chips'},
        h('a', {class: 'button main', href: `#styles/${id}`}, texts.open),
        h('button', {type: 'button', class: 'button', onclick: () => open(sceneOf(s.id, lon, lat, zoom))}, texts.use)),
      h('details', {}, h('summary', {}, texts.addresses), h('ul', {class: 'addresses'},
        line('Style', address(`styles/${id}/style.json`)), line('TileJSON', address(`styles/${id}.json`)),
        line('XYZ', template(`styles/${id}/{z}/{x}/{y}.png`)), line('XYZ @2x', template(`styles/${id}/{z}/{x}/{y}@2x.png`)),
        line('WMTS', address(`styles/${id}/wmts.xml`)), line('WMS', address('wms?service=WMS&request=GetCapabilities')),
        line('Image', address(`styles/${id}/static/${view}/600x400@2x.png`)))));
  })));
  if (templates.length > 0) page.append(h('div', {class: 'page-head'}, h('h1', {}, texts.templates), h('p', {}, 'Maps that addresses fill with values.')), h('ul', {class: 'cards wide'}, ...templates.map(templateCard)));
}

/**
 * A template with the map of its examples, and what it asks for.
 * @param {any} t
 * @returns {HTMLElement}
 */
function templateCard(t) {
  const thumb = h('img', {class: 'thumb', loading: 'lazy', alt: `${t.title}, ${texts.map}`});
  /** @param {any} p */
  const example = p => p.schema.example ?? p.schema.examples?.[0] ?? p.schema.default;
  const values = t.parameters.filter((/** @type {any} */ p) => example(p) !== undefined).map((/** @type {any} */ p) => `${encodeURIComponent(p.name)}=${encodeURIComponent(example(p))}`);
  const path = `v1/templates/${encodeURIComponent(t.id)}${values.length > 0 ? '?' : ''}${values.join('&')}`;
  show(thumb, path).catch(() => {});
  return h('li', {class: 'card', 'data-template': t.id}, thumb, h('strong', {}, t.title), h('p', {}, t.description ?? ''),
    h('table', {}, ...t.parameters.map((/** @type {any} */ p) => h('tr', {}, h('th', {scope: 'row'}, p.name), h('td', {}, [p.schema.type, p.required ? texts.required : '', p.schema.description].filter(Boolean).join(', '))))),
    h('ul', {class: 'addresses'}, line('Image', address(path))));
}

/** @param {string} id @param {number} lon @param {number} lat @param {number} zoom */
const sceneOf = (id, lon, lat, zoom) => `{
  "version": 1,
  "size": [640, 440],
  "scale": 2,
  "basemap": ${JSON.stringify(id)},
  "camera": {"center": [${lon}, ${lat}], "zoom": ${zoom}},
  "annotations": []
}
`;

/**
 * A tile from the middle of an archive.
 * @param {any} d TileJSON
 * @returns {HTMLElement}
 */
function tileImage(d) {
  const [lon = 0, lat = 0, zoom = 0] = d.center ?? [], z = Math.max(d.minzoom, Math.min(d.maxzoom, Math.round(zoom) + 2)), p = world([lon, lat]);
  const at = `data/${encodeURIComponent(d.id)}/${z}/${Math.floor(p.x * 2 ** z)}/${Math.floor(p.y * 2 ** z)}.${d.format}`, alt = `${d.name}, ${texts.map}`;
  if (d.format !== 'pbf') {
    const image = h('img', {class: 'thumb', loading: 'lazy', alt});
    show(image, at).catch(() => {});
    return image;
  }
  const canvas = h('canvas', {class: 'thumb', width: tileSide, height: tileSide, role: 'img', 'aria-label': alt});
  /** @type {string[]} */
  const names = (d.vector_layers ?? []).map((/** @type {any} */ l) => l.id);
  ask(at).then(async r => r.status === 200 ? decoded(await r.arrayBuffer()) : []).then(layers => {
    paintTile(canvas.getContext('2d'), layers, name => colorOf(Math.max(0, names.indexOf(name))));
  }).catch(() => { canvas.setAttribute('aria-label', texts.noImage); });
  return canvas;
}

/** @param {HTMLElement} page */
export async function showData(page) {
  const data = await getJSON('data.json');
  fill(page, h('div', {class: 'page-head'}, h('h1', {}, texts.data), h('p', {}, 'Archives of tiles that styles draw from.')), h('ul', {class: 'cards wide'}, ...data.map((/** @type {any} */ d) => {
    const id = encodeURIComponent(d.id), layers = d.vector_layers ?? [];
    return h('li', {class: 'card data', 'data-archive': d.id},
      h('a', {href: `#data/${id}`, class: 'card-button'}, tileImage(d), h('strong', {}, d.name), h('span', {}, d.id)),
      h('table', {},
        h('tr', {}, h('th', {scope: 'row'}, texts.format), h('td', {}, d.format)),
        h('tr', {}, h('th', {scope: 'row'}, texts.zoomLevels), h('td', {}, `${d.minzoom} to ${d.maxzoom}`)),
        h('tr', {}, h('th', {scope: 'row'}, 'Bounds'), h('td', {}, d.bounds.map((/** @type {number} */ n) => Number(n.toFixed(3))).join(', '))),
        h('tr', {}, h('th', {scope: 'row'}, texts.layers), h('td', {}, layers.map((/** @type {any} */ l) => l.id).join(', ') || texts.none)),
        h('tr', {}, h('th', {scope: 'row'}, texts.attribution), h('td', {}, d.attribution || texts.none))),
      h('div', {class: 'chips'}, h('a', {class: 'button main', href: `#data/${id}`}, texts.inspect)),
      h('details', {}, h('summary', {}, texts.addresses), h('ul', {class: 'addresses'}, line('TileJSON', address(`data/${id}.json`)), line('XYZ', template(`data/${id}/{z}/{x}/{y}.${d.format}`)))));
  })));
}
