// SPDX-License-Identifier: MIT
import {credentials} from '../credentials.js';
import {base, usable} from '../server.js';
import {pair} from '../map/camera.js';

/** The scene as commands of a shell. */

/** @param {string} s quoted for a shell */
export const quoted = s => /^[\w@%+=:,./-]+$/.test(s) ? s : `'${s.replaceAll("'", "'\\''")}'`;

/**
 * A document that a command reads, with an end that it does not hold.
 * @param {string} json
 */
function heredoc(json) {
  let end = 'SCENE';
  while (json.includes(end)) end += '_';
  return {start: `<<'${end}'`, body: `${json.trimEnd()}\n${end}`};
}

/**
 * @typedef {import('../settings.js').Settings} Settings
 * @param {any} scene
 * @param {string} json
 * @param {Settings} settings
 * @returns {string}
 */
export function commandLine(scene, json, settings) {
  const {about, format, usedQuality} = settings;
  const output = `-o map.${about.ending}${format === 'png8' ? ' --format png8' : ''}${usedQuality === undefined ? '' : ` --quality ${usedQuality}`}`;
  const options = shortOptions(scene);
  if (options) return `staticmap render ${options.join(' \\\n  ')} \\\n  ${output}\n`;
  const {start, body} = heredoc(json);
  return `staticmap render - ${output} ${start}\n${body}\n`;
}

/**
 * The scene in options; null where a key has none.
 * @param {any} scene
 * @returns {string[]|null}
 */
function shortOptions(scene) {
  const known = ['$schema', 'version', 'size', 'scale', 'basemap', 'camera', 'annotations', 'overlays'];
  if (Object.keys(scene).some(k => !known.includes(k))) return null;
  const out = [];
  const scale = scene.scale ?? 1;
  if (Array.isArray(scene.size)) out.push(`--size ${scene.size[0]}x${scene.size[1]}${scale === 1 ? '' : `@${scale}x`}`);
  else if (scale !== 1) return null;
  if (typeof scene.basemap === 'string') out.push(`--style ${quoted(scene.basemap)}`);
  else if (scene.basemap) {
    if (Object.keys(scene.basemap).some(k => !['style', 'language', 'worldview'].includes(k)) || typeof (scene.basemap.style ?? '') !== 'string') return null;
    if (scene.basemap.style) out.push(`--style ${quoted(scene.basemap.style)}`);
    if (scene.basemap.language) out.push(`--language ${quoted(scene.basemap.language)}`);
    if (scene.basemap.worldview) out.push(`--worldview ${quoted(scene.basemap.worldview)}`);
  }
  const camera = scene.camera ?? {}, center = pair(camera.center), keys = Object.keys(camera);
  if (center && keys.every(k => ['center', 'zoom', 'bearing'].includes(k))) {
    out.push(`--center ${center.join(',')} --zoom ${camera.zoom}${camera.bearing ? ` --bearing ${camera.bearing}` : ''}`);
  } else if (Array.isArray(camera.bounds) && keys.length === 1) out.push(`--bbox ${camera.bounds.join(',')}`);
  else if (camera.fit === 'all' && keys.length === 1) out.push('--fit');
  else if (keys.length) return null;
  for (const a of scene.annotations ?? []) {
    const c = pair(a.coordinate);
    if (!c || Object.keys(a).some(k => !['id', 'coordinate', 'view', 'title', 'subtitle', 'tint', 'glyphText'].includes(k))) return null;
    out.push(`--marker ${quoted(attributes([['color', a.tint], ['label', a.glyphText], ['title', a.title], ['subtitle', a.subtitle], ['view', a.view], ['id', a.id]], [c]))}`);
  }
  for (const o of scene.overlays ?? []) {
    const allowed = ['type', 'id', 'strokeColor', 'lineWidth', 'title'];
    if (o.type === 'polyline' && Array.isArray(o.coordinates) && Object.keys(o).every(k => [...allowed, 'coordinates'].includes(k))) {
      out.push(`--path ${quoted(attributes([['color', o.strokeColor], ['weight', o.lineWidth], ['title', o.title], ['id', o.id]], o.coordinates.map(pair)))}`);
    } else if (o.type === 'polygon' && Array.isArray(o.coordinates) && Object.keys(o).every(k => [...allowed, 'coordinates', 'fillColor'].includes(k))) {
      out.push(`--area ${quoted(attributes([['fill', o.fillColor], ['color', o.strokeColor], ['weight', o.lineWidth], ['title', o.title], ['id', o.id]], o.coordinates.map(pair)))}`);
    } else if (o.type === 'circle' && Object.keys(o).every(k => [...allowed, 'center', 'radius', 'fillColor'].includes(k))) {
      out.push(`--circle ${quoted(attributes([['radius', o.radius], ['fill', o.fillColor], ['color', o.strokeColor], ['weight', o.lineWidth], ['title', o.title], ['id', o.id]], [pair(o.center)]))}`);
    } else return null;
  }
  return out.some(o => o.includes('\u0000')) ? null : out;
}

/** @param {[string, any][]} list @param {any[]} coordinates */
function attributes(list, coordinates) {
  const parts = list.filter(([, v]) => v !== undefined).map(([k, v]) => `${k}:${v}`);
  // A bar would end the attribute.
  if (parts.some(p => p.includes('|')) || coordinates.some(c => !c)) return '\u0000';
  return [...parts, ...coordinates.map(c => c.join(','))].join('|');
}

/**
 * A signed address, or a key that is in the environment: the text holds none.
 * @param {string} json
 * @param {Settings} settings
 * @returns {Promise<string>}
 */
export async function curl(json, {about, query}) {
  const {start, body} = heredoc(json), {key, secret} = credentials(), url = `${base}render${query && `?${query}`}`;
  const header = key ? ` -H "X-Api-Key: $STATICMAP_API_KEY"` : '';
  return `curl -o map.${about.ending} -H 'Content-Type: application/json'${header} --data-binary @- \\\n  ${quoted(secret ? await usable(url, `${json.trimEnd()}\n`) : url)} ${start}\n${body}\n`;
}
