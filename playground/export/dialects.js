// SPDX-License-Identifier: MIT
import {address} from '../server.js';
import {pair} from '../map/camera.js';
import {hex} from '../panels/fields.js';
import {coordinate, decimals, rounded} from '../map/mercator.js';
import {texts} from '../texts.js';

/**
 * The scene as an address of each API that the server speaks, and what the address cannot say.
 *
 * @typedef {{id: string, name: string, address: string, lost: string[]}} Dialect
 * @typedef {{center: [number, number], zoom: number, bearing: number, width: number, height: number, scale: number, style: string, points: Marker[], lines: Shape[]}} Common
 * @typedef {{c: [number, number], color: string, label: string, title: string}} Marker
 * @typedef {{c: [number, number][], stroke: string, alpha: number, width: number, fill: string|null, fillAlpha: number}} Shape
 */

/** @param {any} css @param {string} fallback */
function rgba(css, fallback) {
  const {hex: solid, alpha} = hex(typeof css === 'string' ? css : fallback);
  return {rgb: solid.slice(1), alpha: alpha ? Number((parseInt(alpha, 16) / 255).toFixed(2)) : 1};
}

/**
 * A circle as a ring of corners.
 * @param {[number, number]} c
 * @param {number} radius metres
 * @returns {[number, number][]}
 */
function ring(c, radius) {
  const n = 36, dLat = radius / 111_195, dLon = dLat / Math.max(0.01, Math.cos(c[1] * Math.PI / 180));
  return Array.from({length: n + 1}, (_, i) => [rounded(c[0] + dLon * Math.sin(i / n * 2 * Math.PI), 6), rounded(c[1] + dLat * Math.cos(i / n * 2 * Math.PI), 6)]);
}

/**
 * What all dialects have, and what none has.
 * @param {any} scene
 * @param {import('../map/image.js').LiveImage} image
 * @returns {{common: Common, lost: string[]}}
 */
function reduced(scene, {view, size}) {
  /** @type {string[]} */
  const lost = [];
  const d = decimals(view?.zoom ?? 2), [lon, lat] = view ? coordinate(view) : [0, 0];
  const basemap = scene.basemap, style = typeof basemap === 'string' ? basemap : basemap?.style ?? 'streets';
  if (typeof style !== 'string') lost.push('the inline style');
  if (basemap && typeof basemap === 'object') for (const k of Object.keys(basemap)) if (k !== 'style') lost.push(`basemap.${k}`);
  if (scene.camera && !scene.camera.center) lost.push('how the camera was found: the address has its center and zoom');
  /** @type {Marker[]} */
  const points = [];
  const plainKeys = ['id', 'coordinate', 'view', 'tint', 'glyphText', 'title'];
  (scene.annotations ?? []).forEach((/** @type {any} */ a, /** @type {number} */ i) => {
    const c = pair(a?.coordinate);
    if (!c) return;
    const view = a.view ?? 'marker', name = a.title ?? a.id ?? i;
    if (view !== 'marker' && view !== 'pin') lost.push(`“${name}”: the ${view} becomes a pin`);
    const extra = Object.keys(a).filter(k => !plainKeys.includes(k) && k !== 'selected');
    if (extra.length) lost.push(`“${name}”: ${extra.join(', ')}`);
    points.push({c, color: rgba(a.tint, '#ff3b30').rgb, label: typeof a.glyphText === 'string' && /^[A-Za-z0-9]$/.test(a.glyphText) ? a.glyphText : '', title: a.title ?? ''});
  });
  if (points.some(p => p.title)) lost.push('titles of annotations');
  /** @type {Shape[]} */
  const lines = [];
  (scene.overlays ?? []).forEach((/** @type {any} */ o, /** @type {number} */ i) => {
    const name = o.id ?? `overlays[${i}]`;
    const corners = o.type === 'circle' && pair(o.center) ? ring(/** @type {any} */ (pair(o.center)), o.radius) : Array.isArray(o.coordinates) ? o.coordinates.map(pair).filter(Boolean) : null;
    if (!corners || !['polyline', 'polygon', 'circle'].includes(o.type)) { lost.push(`${name}: ${o.type}`); return; }
    const known = ['type', 'id', 'coordinates', 'center', 'radius', 'strokeColor', 'lineWidth', 'fillColor'];
    const extra = Object.keys(o).filter(k => !known.includes(k));
    if (extra.length) lost.push(`${name}: ${extra.join(', ')}`);
    if (o.type === 'circle') lost.push(`${name}: the circle becomes an area of 36 corners`);
    const isArea = o.type !== 'polyline', stroke = rgba(o.strokeColor, '#007aff'), fill = rgba(o.fillColor, '#007aff33');
    const ends = isArea && JSON.stringify(corners[0]) !== JSON.stringify(corners.at(-1)) ? [...corners, corners[0]] : corners;
    lines.push({c: ends, stroke: stroke.rgb, alpha: stroke.alpha, width: o.lineWidth ?? 3, fill: isArea ? fill.rgb : null, fillAlpha: fill.alpha});
  });
  for (const k of ['decorations', 'userLocation', 'clusters', 'numbering', 'appearance', 'coordinateSystem', 'attribution']) if (scene[k] !== undefined) lost.push(k);
  return {
    common: {center: [rounded(lon, d), rounded(lat, d)], zoom: rounded(view?.zoom ?? 2, 3), bearing: rounded(((view?.bearing ?? 0) % 360 + 360) % 360, 1) % 360,
      width: Math.round(size[0]), height: Math.round(size[1]), scale: scene.scale ?? 1, style: typeof style === 'string' ? style : 'streets', points, lines},
    lost,
  };
}

const e = encodeURIComponent;
const two = (/** @type {number} */ n) => Math.round(n * 255).toString(16).padStart(2, '0');

/**
 * Google's encoded polyline.
 * @param {[number, number][]} c
 */
function encoded(c) {
  let out = '', last = [0, 0];
  const put = (/** @type {number} */ v) => {
    let n = v < 0 ? ~(v << 1) : v << 1;
    while (n >= 0x20) { out += String.fromCharCode((0x20 | n & 0x1f) + 63); n >>= 5; }
    out += String.fromCharCode(n + 63);
  };
  for (const [lon, lat] of c) {
    const now = [Math.round(lat * 1e5), Math.round(lon * 1e5)];
    put(now[0] - last[0]);
    put(now[1] - last[1]);
    last = now;
  }
  return out;
}

/** @param {any} scene @param {import('../map/image.js').LiveImage} image @returns {Dialect[]} */
export function dialects(scene, image) {
  const {common: m, lost} = reduced(scene, image);
  const whole = (/** @type {number} */ max) => {
    const n = Math.max(1, Math.min(max, Math.round(m.scale)));
    return {n, at: n === 1 ? '' : `@${n}x`, lost: n === m.scale ? [] : [`the scale ${m.scale} becomes ${n}`]};
  };
  const turned = m.bearing ? ['the bearing'] : [];
  const s = whole(4);
  /** @param {string} id @param {string} name @param {string} path @param {string[]} more @returns {Dialect} */
  const make = (id, name, path, more) => {
    const url = address(path);
    return {id, name, address: url, lost: [...lost, ...more, ...(url.length > 8000 ? [texts.export.tooLong] : [])]};
  };
  const gl = [...m.lines.map(l => `path=${e(`stroke:#${l.stroke}${two(l.alpha)}|width:${l.width}|fill:${l.fill ? `#${l.fill}${two(l.fillAlpha)}` : 'none'}|${l.c.map(c => c.join(',')).join('|')}`)}`)];
  const mapbox = [...m.lines.map(l => `path-${l.width}+${l.stroke}-${l.alpha}${l.fill ? `+${l.fill}-${l.fillAlpha}` : ''}(${e(encoded(l.c))})`),
    ...m.points.map(p => `pin-l${p.label ? `-${p.label.toLowerCase()}` : ''}+${p.color}(${p.c.join(',')})`)];
  const googleZoom = Math.round(m.zoom + 1), g = whole(4);
  const google = [`center=${m.center[1]},${m.center[0]}`, `zoom=${googleZoom}`, `size=${m.width}x${m.height}`, ...(g.n > 1 ? [`scale=${g.n}`] : []),
    ...m.lines.map(l => `path=${e(`color:0x${l.stroke}${two(l.alpha)}|weight:${l.width}${l.fill ? `|fillcolor:0x${l.fill}${two(l.fillAlpha)}` : ''}|enc:${encoded(l.c)}`)}`),
    ...m.points.map(p => `markers=${e(`color:0x${p.color}${p.label ? `|label:${p.label.toUpperCase()}` : ''}|${p.c[1]},${p.c[0]}`)}`)];
  const apple = {
    annotations: m.points.map(p => ({point: `${p.c[1]},${p.c[0]}`, color: p.color, ...(p.label ? {glyphText: p.label} : {}), markerStyle: 'balloon'})),
    overlays: m.lines.map(l => ({points: l.c.map(c => `${c[1]},${c[0]}`), strokeColor: l.stroke + (l.alpha < 1 ? two(l.alpha) : ''), lineWidth: l.width})),
  };
  const rings = m.lines.filter(l => l.fill).length;
  const amapLine = (/** @type {Shape} */ l) => `${Math.max(2, Math.min(15, Math.round(l.width)))},0x${l.stroke.toUpperCase()},${l.alpha},${l.fill ? `0x${l.fill.toUpperCase()}` : ''},${l.fill ? l.fillAlpha : ''}:${l.c.map(c => c.join(',')).join(';')}`;
  const view = `${m.center.join(',')},${m.zoom}`;
  return [
    make('native', 'tileserver-gl', `styles/${e(m.style)}/static/${m.center.join(',')},${rounded(m.zoom + 1, 3)}${m.bearing ? `@${m.bearing}` : ''}/${m.width}x${m.height}${s.at}.png${gl.length || m.points.length ? '?' : ''}${[...gl, ...m.points.map(p => `marker=${e(`${p.c.join(',')}|pin.png`)}`)].join('&')}`,
      [...s.lost, ...(m.points.length ? ['colors and labels of pins'] : [])]),
    make('mapbox', 'Mapbox Static Images', `styles/v1/mapbox/${e(m.style)}/static/${mapbox.length ? `${mapbox.join(',')}/` : ''}${view}${m.bearing ? `,${m.bearing}` : ''}/${m.width}x${m.height}${whole(3).at}`, whole(3).lost),
    make('google', 'Google Maps Static', `maps/api/staticmap?${google.join('&')}`, [...g.lost, ...turned, ...(m.style === 'streets' ? [] : ['the style']), ...(googleZoom === m.zoom + 1 ? [] : [`the zoom becomes the whole number ${googleZoom}`])]),
    make('apple', 'Apple Maps Web Snapshots', `api/v1/snapshot?center=${m.center[1]},${m.center[0]}&z=${rounded(m.zoom + 1, 3)}&size=${m.width}x${m.height}&scale=${whole(3).n}${m.style === 'dark' ? '&colorScheme=dark' : ''}${m.points.length ? `&annotations=${e(JSON.stringify(apple.annotations))}` : ''}${m.lines.length ? `&overlays=${e(JSON.stringify(apple.overlays))}` : ''}`,
      [...whole(3).lost, ...turned, ...(rings ? ['fills of areas'] : []), ...(['streets', 'dark'].includes(m.style) ? [] : ['the style'])]),
    make('amap', 'AMap', `v3/staticmap?location=${m.center.join(',')}&zoom=${Math.max(1, Math.min(17, googleZoom))}&size=${Math.min(1024, m.width)}*${Math.min(1024, m.height)}&scale=${whole(2).n}${m.points.length ? `&markers=${e(m.points.slice(0, 10).map(p => `mid,0x${p.color.toUpperCase()},${p.label.toUpperCase()}:${p.c.join(',')}`).join('|'))}` : ''}${m.lines.length ? `&paths=${e(m.lines.slice(0, 4).map(amapLine).join('|'))}` : ''}`,
      [...whole(2).lost, ...turned, 'the datum: AMap takes coordinates as GCJ-02', ...(m.style === 'streets' ? [] : ['the style']), ...(m.points.length > 10 ? ['pins after the tenth'] : []), ...(m.lines.length > 4 ? ['lines after the fourth'] : [])]),
    make('martin', 'Martin', `style/${e(m.style)}/static/${view}${m.bearing ? `@${m.bearing}` : ''}/${m.width}x${m.height}${s.at}.png`, [...s.lost, ...(m.points.length || m.lines.length ? ['annotations and overlays: Martin takes them as GeoJSON in a POST'] : [])]),
  ];
}
