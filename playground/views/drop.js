// SPDX-License-Identifier: MIT
import {$, say} from '../dom.js';
import {set} from '../scene/edits.js';
import {imageAddress} from '../map/images.js';
import {texts} from '../texts.js';

/** Files that are dropped on the page: scenes, GeoJSON, GPX, KML, images. */

const largest = 4 << 20;

/** @param {import('../app.js').App} app */
export function acceptDrops(app) {
  const veil = $('drop');
  veil.firstElementChild.textContent = texts.dropped.unknown;
  let depth = 0;
  const isFile = (/** @type {DragEvent} */ e) => e.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragenter', e => { if (isFile(e)) { depth++; veil.hidden = false; } });
  addEventListener('dragleave', e => { if (isFile(e) && --depth <= 0) { depth = 0; veil.hidden = true; } });
  addEventListener('dragover', e => { if (isFile(e)) e.preventDefault(); });
  addEventListener('drop', async e => {
    if (!isFile(e)) return;
    e.preventDefault();
    depth = 0;
    veil.hidden = true;
    for (const file of e.dataTransfer?.files ?? []) await take(app, file, e);
  });
}

/** @param {import('../app.js').App} app @param {File} file @param {DragEvent} e */
async function take(app, file, e) {
  const {doc, stage} = app;
  if (file.type.startsWith('image/')) {
    try {
      const image = await imageAddress(file), coordinate = await stage.placeAt(stage.at(e));
      stage.add('annotations', {coordinate, view: 'image', image, title: file.name.replace(/\.\w+$/, '')}, texts.added.image);
    } catch (error) { say(/** @type {Error} */ (error).message); }
    return;
  }
  if (file.size > largest) { say(`${file.name}: ${texts.dropped.large}`); return; }
  try {
    const text = await file.text(), name = file.name.toLowerCase();
    if (name.endsWith('.gpx') || text.includes('<gpx')) { add(app, fromGPX(parseXML(text))); return; }
    if (name.endsWith('.kml') || text.includes('<kml')) { add(app, fromKML(parseXML(text))); return; }
    const json = JSON.parse(text);
    if (json?.version === 1) { doc.endGroup(); doc.select(null); doc.change(text, {source: 'example'}); return; }
    if (typeof json?.type === 'string') { add(app, json); return; }
    say(`${file.name}: ${texts.dropped.unknown}`);
  } catch { say(`${file.name}: ${texts.dropped.unreadable}`); }
}

/**
 * GeoJSON goes into the scene, and the camera to it.
 * @param {import('../app.js').App} app
 * @param {any} data
 */
function add({doc}, data) {
  if (doc.scene === null) { say(texts.dropped.unreadable); return; }
  const length = doc.scene.overlays?.length ?? 0;
  let text = set(doc.text, ['overlays', length], {type: 'geojson', data, strokeColor: '#FF3B30', lineWidth: 4});
  text = set(text, ['camera'], {fit: 'all', padding: 40});
  doc.endGroup();
  doc.change(text, {source: 'example'});
  doc.select(['overlays', length]);
  say(texts.added.file);
}

/** @param {string} text */
function parseXML(text) {
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  if (xml.querySelector('parsererror')) throw new Error(texts.dropped.unreadable);
  return xml;
}

/** @param {any} geometry @param {string|null|undefined} title */
const feature = (geometry, title) => ({type: 'Feature', properties: title ? {title: title.trim()} : {}, geometry});
/** @param {any[]} features */
const collection = features => { if (!features.length) throw new Error(texts.dropped.unreadable); return {type: 'FeatureCollection', features}; };

/**
 * Tracks, routes and waypoints.
 * @param {XMLDocument} xml
 */
export function fromGPX(xml) {
  const place = (/** @type {Element} */ p) => [Number(p.getAttribute('lon')), Number(p.getAttribute('lat'))];
  const name = (/** @type {Element|null} */ e) => [...e?.children ?? []].find(c => c.localName === 'name')?.textContent;
  const lines = [...xml.querySelectorAll('trkseg, rte')].map(s => ({s, c: [...s.querySelectorAll('trkpt, rtept')].map(place)})).filter(l => l.c.length > 1);
  return collection([
    ...lines.map(({s, c}) => feature({type: 'LineString', coordinates: c}, name(s.localName === 'rte' ? s : s.parentElement))),
    ...[...xml.querySelectorAll('wpt')].map(w => feature({type: 'Point', coordinates: place(w)}, name(w))),
  ]);
}

/**
 * Points, lines and areas of placemarks.
 * @param {XMLDocument} xml
 */
export function fromKML(xml) {
  const list = (/** @type {Element|null} */ e) => (e?.querySelector('coordinates')?.textContent ?? '').trim().split(/\s+/).filter(Boolean).map(t => t.split(',').slice(0, 2).map(Number));
  return collection([...xml.querySelectorAll('Placemark')].flatMap(p => {
    const title = [...p.children].find(c => c.localName === 'name')?.textContent;
    return [
      ...[...p.querySelectorAll('Point')].map(g => feature({type: 'Point', coordinates: list(g)[0]}, title)),
      ...[...p.querySelectorAll('LineString')].map(g => feature({type: 'LineString', coordinates: list(g)}, title)),
      ...[...p.querySelectorAll('Polygon')].map(g => feature({type: 'Polygon', coordinates: [list(g.querySelector('outerBoundaryIs')), ...[...g.querySelectorAll('innerBoundaryIs')].map(list)]}, title)),
    ];
  }));
}
