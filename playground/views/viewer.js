// SPDX-License-Identifier: MIT
import {fill, h, icon} from '../dom.js';
import {getJSON, show} from '../server.js';
import {leaflet} from './leaflet.js';
import {inspector} from './inspector.js';
import {texts} from '../texts.js';

/** Maps of tiles: of a style as it is drawn, of an archive as it is. */

/** @param {HTMLElement} page @param {string} title @param {string} back @param {...any} aside */
function frame(page, title, back, ...aside) {
  page.className = 'viewer';
  const map = h('div', {class: 'viewer-map', id: 'viewer-map'});
  fill(page, map, h('aside', {class: 'viewer-side'}, h('div', {class: 'title-row'}, h('a', {class: 'icon-button', href: back, 'aria-label': texts.deselect, title: texts.deselect}, icon('back')), h('h1', {}, title)), ...aside));
  return map;
}

/** @param {any} L @param {HTMLElement} element @param {any} tiles TileJSON */
function mapOf(L, element, tiles) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {zoomSnap: 0.5, worldCopyJump: true, zoomAnimation: !still, fadeAnimation: !still, attributionControl: true});
  map.attributionControl.setPrefix(false);
  const [lon, lat, zoom] = tiles.center;
  map.setView([lat, lon], Math.min(22, Math.round(zoom + 1)));
  return map;
}

/**
 * Tiles of this server, asked for as everything else is.
 * @param {any} L
 * @param {string} template
 * @param {any} options
 */
function tileLayer(L, template, options) {
  const Tiles = L.TileLayer.extend({
    createTile(/** @type {any} */ at, /** @type {(e: Error|null, t: HTMLElement) => void} */ done) {
      const image = h('img', {alt: ''});
      image.addEventListener('load', () => done(null, image));
      image.addEventListener('error', () => done(new Error(template), image));
      show(image, this.getTileUrl(at)).catch(error => done(error, image));
      return image;
    },
  });
  return new Tiles(template, options);
}

/** @param {HTMLElement} page @param {string} id */
export async function showStyle(page, id) {
  const code = encodeURIComponent(id), where = h('code', {class: 'where'}), image = h('img', {class: 'thumb', alt: texts.map});
  const tiles = await getJSON(`styles/${code}.json`);
  const element = frame(page, tiles.name, '#styles', h('div', {class: 'group'}, h('h3', {}, 'Here as one image'), image, where));
  const L = await leaflet(), map = mapOf(L, element, tiles);
  tileLayer(L, `styles/${code}/{z}/{x}/{y}{r}.png`, {minZoom: 0, maxZoom: 22, attribution: text(tiles.attribution)}).addTo(map);
  const update = () => {
    const c = map.getCenter(), path = `styles/${code}/static/${c.lng.toFixed(5)},${c.lat.toFixed(5)},${map.getZoom()}/300x200@2x.png`;
    show(image, path).catch(() => {});
    where.textContent = `/${path}`;
  };
  map.on('moveend', update);
  update();
  return () => map.remove();
}

/** @param {HTMLElement} page @param {string} id */
export async function showTiles(page, id) {
  const tiles = await getJSON(`data/${encodeURIComponent(id)}.json`), isVector = tiles.format === 'pbf';
  const layers = h('ul', {class: 'layers'}), found = h('div', {class: 'found', 'aria-live': 'polite'}, h('p', {class: 'note'}, texts.noFeature));
  const element = frame(page, tiles.name, '#data',
    h('div', {class: 'group'}, h('h3', {}, `${texts.zoomLevels} ${tiles.minzoom} to ${tiles.maxzoom}`), isVector ? layers : h('p', {class: 'note'}, tiles.format)),
    isVector && h('div', {class: 'group'}, h('h3', {}, 'Under the pointer'), found));
  const L = await leaflet(), map = mapOf(L, element, tiles);
  if (!isVector) tileLayer(L, `data/${encodeURIComponent(id)}/{z}/{x}/{y}.${tiles.format}`, {minZoom: tiles.minzoom, maxNativeZoom: tiles.maxzoom, maxZoom: 22, attribution: text(tiles.attribution)}).addTo(map);
  else inspector(L, map, tiles, id, layers, found);
  return () => map.remove();
}

/**
 * What archives say of themselves, once each; it is no HTML.
 * @param {string|undefined} s
 */
const text = s => [...new Set((s ?? '').split(' | '))].filter((part, i, all) => !all.some((other, j) => i !== j && other.startsWith(part))).join(', ').replace(/<[^>]*>/g, '').replace(/[<>&]/g, c => `&#${c.charCodeAt(0)};`);
