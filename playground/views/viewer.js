// SPDX-License-Identifier: MIT
import {fill, h, icon} from '../dom.js';
import {address, getJSON} from '../server.js';
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

/** @param {HTMLElement} page @param {string} id */
export async function showStyle(page, id) {
  const code = encodeURIComponent(id), where = h('code', {class: 'where'}), picture = h('img', {class: 'thumb', alt: texts.map});
  const tiles = await getJSON(`styles/${code}.json`);
  const element = frame(page, tiles.name, '#styles', h('div', {class: 'group'}, h('h3', {}, 'Here as one picture'), picture, where));
  const L = await leaflet(), map = mapOf(L, element, tiles);
  const url = address(`styles/${code}/`).replace(/\/?(\?|$)/, '/{z}/{x}/{y}{r}.png$1');
  L.tileLayer(url, {minZoom: 0, maxZoom: 22, attribution: text(tiles.attribution), alt: ''}).addTo(map);
  const show = () => {
    const c = map.getCenter(), path = `styles/${code}/static/${c.lng.toFixed(5)},${c.lat.toFixed(5)},${map.getZoom()}/300x200@2x.png`;
    picture.src = address(path);
    where.textContent = `/${path}`;
  };
  map.on('moveend', show);
  show();
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
  if (!isVector) L.tileLayer(address(`data/${encodeURIComponent(id)}/`).replace(/\/?(\?|$)/, `/{z}/{x}/{y}.${tiles.format}$1`), {minZoom: tiles.minzoom, maxNativeZoom: tiles.maxzoom, maxZoom: 22, attribution: text(tiles.attribution)}).addTo(map);
  else inspector(L, map, tiles, id, layers, found);
  return () => map.remove();
}

/**
 * What an archive says of itself is no HTML.
 * @param {string|undefined} s
 */
const text = s => (s ?? '').replace(/<[^>]*>/g, '').replace(/[<>&]/g, c => `&#${c.charCodeAt(0)};`);
