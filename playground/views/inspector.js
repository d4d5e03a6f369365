// SPDX-License-Identifier: MIT
import {fill, h} from '../dom.js';
import {StaticMapError} from '../staticmap.js';
import {ask} from '../server.js';
import {colorOf, paintTile} from './paint.js';
import {decoded} from './tile.js';
import {texts} from '../texts.js';

/** @typedef {import('./tile.js').Layer} Layer @typedef {import('./tile.js').Feature} Feature */

/**
 * Shows an archive's vector tiles as they are, and what lies under the pointer.
 * @param {any} L @param {any} map @param {any} tiles TileJSON @param {string} id @param {HTMLElement} list @param {HTMLElement} found
 */
export function inspector(L, map, tiles, id, list, found) {
  const names = (tiles.vector_layers ?? []).map((/** @type {any} */ l) => l.id), hidden = new Set();
  /**
   * Tiles of the archive; several tiles of the map show parts of one.
   * @type {Map<string, Promise<Layer[]|null>>}
   */
  const archive = new Map();
  const layersOf = (/** @type {string} */ at) => {
    let layers = archive.get(at);
    if (!layers) {
      layers = ask(`data/${encodeURIComponent(id)}/${at}.pbf`).then(async r => r.status === 200 ? decoded(await r.arrayBuffer()) : null,
        error => { if (error instanceof StaticMapError && error.status === 404) return null; throw error; });
      archive.set(at, layers);
      if (archive.size > 200) archive.delete([...archive.keys()][0]);
    }
    return layers;
  };
  /** @type {Map<string, {of: string, layers: Layer[], canvas: HTMLCanvasElement, k: number, dx: number, dy: number}>} */
  const kept = new Map();
  const color = (/** @type {string} */ name) => { if (!names.includes(name)) names.push(name); return colorOf(names.indexOf(name)); };

  const Grid = L.GridLayer.extend({
    createTile(/** @type {{x: number, y: number, z: number}} */ at, /** @type {(e: Error|null, t: HTMLElement) => void} */ done) {
      const canvas = h('canvas', {width: 512, height: 512}), up = Math.max(0, at.z - tiles.maxzoom), n = 2 ** up;
      // Beyond the archive's zoom levels a part of its largest tile.
      const z = at.z - up, x = Math.floor(at.x / n), y = Math.floor(at.y / n), world = 2 ** z;
      const of = `${z}/${(x % world + world) % world}/${y}`;
      if (z < tiles.minzoom) { setTimeout(() => done(null, canvas)); return canvas; }
      layersOf(of).then(layers => {
        if (!layers) { done(null, canvas); return; }
        kept.set(`${at.z}/${at.x}/${at.y}`, {of, layers, canvas, k: n, dx: at.x - x * n, dy: at.y - y * n});
        draw(`${at.z}/${at.x}/${at.y}`);
        count();
        done(null, canvas);
      }).catch(error => done(error, canvas));
      return canvas;
    },
  });
  const grid = new Grid({tileSize: 256, minZoom: 0, maxZoom: 22, attribution: (tiles.attribution ?? '').replace(/<[^>]*>/g, '')});
  grid.on('tileunload', (/** @type {any} */ e) => kept.delete(`${e.coords.z}/${e.coords.x}/${e.coords.y}`));
  grid.addTo(map);

  /** @param {string} key @param {Feature|null} [chosen] */
  function draw(key, chosen = null) {
    const tile = kept.get(key), c = tile?.canvas.getContext('2d');
    if (tile && c) paintTile(c, tile.layers.filter(l => !hidden.has(l.name)), color, {...tile, chosen});
  }

  function count() {
    const counts = new Map();
    for (const t of new Map([...kept.values()].map(t => [t.of, t])).values()) for (const l of t.layers) counts.set(l.name, (counts.get(l.name) ?? 0) + l.features.length);
    for (const name of counts.keys()) color(name);
    fill(list, ...names.map((/** @type {string} */ name) => {
      const swatch = h('span', {class: 'swatch'});
      swatch.style.background = color(name);
      return h('li', {}, h('label', {}, h('input', {type: 'checkbox', checked: !hidden.has(name), onchange: (/** @type {any} */ e) => {
        if (e.target.checked) hidden.delete(name); else hidden.add(name);
        for (const key of kept.keys()) draw(key);
      }}), swatch, h('span', {}, name), h('small', {}, String(counts.get(name) ?? 0))));
    }));
  }
  count();

  /** @type {string|null} */
  let drawn = null;
  map.on('mousemove click', (/** @type {any} */ e) => {
    const z = Math.round(map.getZoom()), p = map.project(e.latlng, z), x = Math.floor(p.x / 256), y = Math.floor(p.y / 256), key = `${z}/${x}/${y}`;
    const tile = kept.get(key);
    if (!tile) return;
    const px = (p.x - x * 256) * 2, py = (p.y - y * 256) * 2;
    const hits = tile.layers.filter(l => !hidden.has(l.name)).flatMap(l => {
      const s = 512 / l.extent * tile.k;
      return l.features.filter(f => near(f, (px + tile.dx * 512) / s, (py + tile.dy * 512) / s, 8 / s)).map(f => ({layer: l.name, feature: f}));
    }).reverse();
    if (drawn && drawn !== key) draw(drawn);
    draw(key, hits[0]?.feature ?? null);
    drawn = key;
    fill(found, h('p', {class: 'note'}, `${key}: ${texts.features(hits.length)}`), ...hits.slice(0, 8).map(({layer, feature}) => {
      const swatch = h('span', {class: 'swatch'});
      swatch.style.background = color(layer);
      return h('div', {class: 'feature'}, h('h4', {}, swatch, layer, h('small', {}, ['', 'point', 'line', 'area'][feature.type] ?? '')),
        h('table', {}, ...Object.entries(feature.properties).map(([k, v]) => h('tr', {}, h('th', {scope: 'row'}, k), h('td', {}, String(v))))));
    }));
  });
}

/** @param {Feature} f @param {number} x @param {number} y @param {number} slack */
function near(f, x, y, slack) {
  if (f.type === 1) return f.rings.some(r => r.some(p => Math.hypot(p[0] - x, p[1] - y) <= 1.5 * slack));
  if (f.type === 2) return f.rings.some(r => r.some((p, i) => i > 0 && toSegment(x, y, r[i - 1], p) <= slack));
  let inside = false;
  for (const r of f.rings) {
    for (let i = 0, j = r.length - 1; i < r.length; j = i++) {
      const [ax, ay] = r[i], [bx, by] = r[j];
      if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

/** @param {number} x @param {number} y @param {number[]} a @param {number[]} b */
function toSegment(x, y, a, b) {
  const dx = b[0] - a[0], dy = b[1] - a[1], l = dx * dx + dy * dy;
  const t = l ? Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / l)) : 0;
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}
