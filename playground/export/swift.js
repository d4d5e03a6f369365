// SPDX-License-Identifier: MIT
import {pair} from '../map/camera.js';
import {hex} from '../panels/fields.js';

/**
 * The scene as Swift. What the factories of the library say is written with them; a scene with anything else is read from its
 * JSON, so that no key is lost.
 */

/** Thrown when there is no short form. */
class Beyond extends Error {}

/** @param {any} object @param {string[]} keys */
function only(object, keys) {
  for (const k of Object.keys(object ?? {})) if (!keys.includes(k) && !k.startsWith('x-')) throw new Beyond(k);
}

const text = (/** @type {any} */ s) => {
  if (typeof s !== 'string') throw new Beyond();
  return JSON.stringify(s).replaceAll('\\/', '/').replace(/\\u([0-9a-f]{4})/gi, '\\u{$1}').replaceAll('\\b', '\\u{8}').replaceAll('\\f', '\\u{c}');
};
const coordinate = (/** @type {any} */ c) => {
  const p = pair(c);
  if (!p) throw new Beyond();
  return `Coordinate(latitude: ${p[1]}, longitude: ${p[0]})`;
};
const color = (/** @type {any} */ c) => {
  if (typeof c !== 'string') throw new Beyond();
  if (['red', 'green', 'purple'].includes(c)) return `.system${c[0].toUpperCase()}${c.slice(1)}`;
  const {hex: solid, alpha} = hex(c);
  const rgb = `Color(rgb: 0x${solid.slice(1).toUpperCase()})`;
  return alpha ? `${rgb}.opacity(${Number((parseInt(alpha, 16) / 255).toFixed(3))})` : rgb;
};
/**
 * Arguments that are given.
 * @param {[string, string|undefined][]} list
 */
const given = list => list.filter(([, v]) => v !== undefined).map(([k, v]) => k ? `${k}: ${v}` : v).join(', ');
const optional = (/** @type {any} */ v, /** @type {(v: any) => string} */ f) => v === undefined ? undefined : f(v);
const isNumber = (/** @type {any} */ v) => { if (typeof v !== 'number') throw new Beyond(); return String(v); };

/** @param {any} camera */
function cameraCode(camera) {
  if (!camera) return null;
  if (camera.center) {
    only(camera, ['center', 'zoom', 'bearing']);
    return `.center(${given([['', coordinate(camera.center)], ['zoom', isNumber(camera.zoom)], ['bearing', optional(camera.bearing || undefined, isNumber)]])})`;
  }
  if (camera.fit) {
    only(camera, ['fit', 'padding', 'maxZoom']);
    const ids = camera.fit === 'all' ? undefined : `[${camera.fit.map(text).join(', ')}]`;
    return `.fit(${given([['', ids], ['padding', isNumber(camera.padding ?? 0)], ['maxZoom', optional(camera.maxZoom, isNumber)]])})`;
  }
  only(camera, ['bounds']);
  if (!Array.isArray(camera.bounds)) throw new Beyond();
  const [w, s, e, n] = camera.bounds.map(isNumber);
  return `.bounds(CoordinateBox(west: ${w}, south: ${s}, east: ${e}, north: ${n}))`;
}

/** @param {any} a */
function accessory(a) {
  if (a.button) { only(a, ['button', 'label', 'href']); return `.button(${given([['', `.${a.button}`], ['href', optional(a.href, text)], ['label', optional(a.label, text)]])})`; }
  only(a, ['text', 'href']);
  return `.text(${given([['', text(a.text)], ['href', optional(a.href, text)]])})`;
}

/** @param {any} a */
function annotation(a) {
  const view = a.view ?? 'marker';
  if (view === 'text') {
    only(a, ['id', 'coordinate', 'view', 'text']);
    return `.text(${given([['', text(a.text)], ['at', coordinate(a.coordinate)], ['id', optional(a.id, text)]])})`;
  }
  if (view !== 'pin' && view !== 'marker') throw new Beyond();
  only(a, ['id', 'coordinate', 'view', 'title', 'subtitle', 'tint', 'callout', 'selected', 'href', ...(view === 'marker' ? ['glyphText'] : [])]);
  if (Boolean(a.selected) !== Boolean(a.callout)) throw new Beyond();
  let callout;
  if (a.callout) {
    only(a.callout, ['title', 'subtitle', 'left', 'right']);
    callout = `Callout(${given([['title', optional(a.callout.title, text)], ['subtitle', optional(a.callout.subtitle, text)], ['left', optional(a.callout.left, accessory)], ['right', optional(a.callout.right, accessory)]])})`;
  }
  return `.${view}(${given([['', optional(a.title, text)], ['at', coordinate(a.coordinate)], ['tint', optional(a.tint, color)],
    ['glyph', optional(a.glyphText, text)], ['subtitle', optional(a.subtitle, text)], ['callout', callout], ['id', optional(a.id, text)], ['href', optional(a.href, text)]])})`;
}

/** @param {any} o @param {string[]} setup */
function overlay(o, setup) {
  const list = () => `[\n${o.coordinates.map((/** @type {any} */ c) => `    ${coordinate(c)},`).join('\n')}\n]`;
  if (o.type === 'polyline') {
    only(o, ['type', 'id', 'coordinates', 'strokeColor', 'lineWidth', 'lineDashPattern', 'geodesic', 'casing', 'arrows', 'href']);
    if (!Array.isArray(o.coordinates)) throw new Beyond();
    if (o.casing === true || o.arrows || o.geodesic) {
      only(o, ['type', 'id', 'coordinates', 'strokeColor', 'lineWidth', 'geodesic', 'casing', 'arrows']);
      const name = `line${setup.length ? setup.length + 1 : ''}`;
      const style = `LineStyle(${given([['strokeColor', optional(o.strokeColor, color)], ['lineWidth', optional(o.lineWidth, v => `.points(${isNumber(v)})`)], ['casing', o.casing ? '.init()' : undefined]])})`;
      let code = `var ${name} = Polyline(${list()}, ${given([['style', style], ['geodesic', o.geodesic ? 'true' : undefined]])})\n`;
      if (o.arrows) {
        if (o.arrows !== true) only(o.arrows, ['spacing', 'color']);
        code += `${name}.arrows = .init(${given([['spacing', optional(o.arrows.spacing, isNumber)], ['color', optional(o.arrows.color, color)]])})\n`;
      } else code = code.replace('var ', 'let ');
      setup.push(code);
      return `Overlay(${given([['', `.polyline(${name})`], ['id', optional(o.id, text)]])})`;
    }
    return `.polyline(${given([['', list()], ['strokeColor', optional(o.strokeColor, color)], ['lineWidth', optional(o.lineWidth, isNumber)],
      ['lineDashPattern', optional(o.lineDashPattern, v => `[${v.map(isNumber).join(', ')}]`)], ['id', optional(o.id, text)], ['href', optional(o.href, text)]])})`;
  }
  if (o.type !== 'polygon' && o.type !== 'circle') throw new Beyond();
  only(o, ['type', 'id', o.type === 'polygon' ? 'coordinates' : 'center', ...(o.type === 'circle' ? ['radius'] : []), 'fillColor', 'strokeColor', 'lineWidth', 'href']);
  // The factories' own defaults are others.
  if (!o.fillColor || !o.strokeColor || o.lineWidth === undefined) throw new Beyond();
  /** @type {[string, string|undefined][]} */
  const shared = [['fillColor', color(o.fillColor)], ['strokeColor', color(o.strokeColor)], ['lineWidth', isNumber(o.lineWidth)], ['id', optional(o.id, text)], ['href', optional(o.href, text)]];
  if (o.type === 'circle') return `.circle(${given([['center', coordinate(o.center)], ['radius', isNumber(o.radius)], ...shared])})`;
  if (!Array.isArray(o.coordinates)) throw new Beyond();
  return `.polygon(${given([['', list()], ...shared])})`;
}

/**
 * @param {any} scene
 * @param {string} json
 * @param {import('../settings.js').Settings} settings
 * @returns {string}
 */
export function swiftCode(scene, json, {about, format, usedQuality}) {
  const head = 'import StaticMap\n\nlet renderer = MapRenderer()\n';
  const tail = `try map.write(to: URL(filePath: "map.${about.ending}"))\n`;
  const output = `${format === 'png' ? '' : `, as: .${format}`}${usedQuality === undefined ? '' : `, options: EncodingOptions(quality: ${usedQuality})`}`;
  try {
    only(scene, ['$schema', 'version', 'size', 'scale', 'basemap', 'camera', 'annotations', 'overlays', 'decorations']);
    /** @type {string[]} */
    const setup = [];
    const size = scene.size ? `size: Size(width: ${isNumber(scene.size[0])}, height: ${isNumber(scene.size[1])})` : '';
    const basemap = scene.basemap;
    if (basemap && typeof basemap === 'object') only(basemap, ['style', 'language', 'worldview']);
    const style = typeof basemap === 'string' ? basemap : basemap?.style, language = basemap?.language, worldview = basemap?.worldview;
    const lines = [`var scene = Scene(${[size, scene.scale && scene.scale !== 1 ? `scale: ${isNumber(scene.scale)}` : ''].filter(Boolean).join(', ')})`];
    if (style || language || worldview) lines.push(`scene.basemap = BaseMap(${given([['style', style ? `.named(${text(style)})` : undefined], ['language', language ? text(language) : undefined], ['worldview', worldview ? text(worldview) : undefined]])})`);
    const camera = cameraCode(scene.camera);
    if (camera) lines.push(`scene.camera = ${camera}`);
    const adds = [...(scene.annotations ?? []).map(annotation), ...(scene.overlays ?? []).map((/** @type {any} */ o) => overlay(o, setup)),
      ...(scene.decorations ?? []).map((/** @type {any} */ d) => { only(d, ['type']); if (d.type !== 'scaleBar' && d.type !== 'compass') throw new Beyond(); return `.${d.type}`; })];
    return `${head}${lines.join('\n')}\n${setup.join('')}${adds.map(a => `scene.add(${a})\n`).join('')}let map = try await renderer.render(scene${output})\n${tail}`;
  } catch (error) {
    if (!(error instanceof Beyond) && !(error instanceof TypeError)) throw error;
    const fence = json.includes('"""#') ? '##' : '#';
    return `${head}let text = ${fence}"""\n${json.trimEnd()}\n"""${fence}\nlet document = try SceneDocument(text: Array(text.utf8), file: "scene.json")\nlet map = try await renderer.render(document${output})\n${tail}`;
  }
}
