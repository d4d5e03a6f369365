// SPDX-License-Identifier: MIT
import {parse, plain} from '../scene/json.js';
import {set} from '../scene/edits.js';
import {coordinate, decimals, rounded, turned, world, worldSize} from './mercator.js';

/** @typedef {import('./mercator.js').View} View */

/** @param {any} c @returns {[number, number]|null} */
export function pair(c) {
  if (Array.isArray(c) && c.length === 2 && c.every(n => typeof n === 'number')) return [c[0], c[1]];
  return typeof c?.longitude === 'number' && typeof c?.latitude === 'number' ? [c.longitude, c.latitude] : null;
}

/**
 * The camera's JSON for a view. A camera with a center keeps its other keys, and its padding goes on to shift it; any other
 * kind gives way to a center and a zoom.
 * @param {any} camera @param {View} from what the present camera came to @param {View} to
 */
export function cameraFor(camera, from, to) {
  const center = pair(camera?.center), isPlain = center !== null && typeof camera.zoom === 'number';
  const bearing = rounded(((to.bearing % 360) + 360) % 360, 1);
  let at = {x: to.x, y: to.y};
  if (isPlain) {
    const c = world(center), k = worldSize(from.zoom) / worldSize(to.zoom);
    let dx = c.x - from.x;
    dx -= Math.round(dx);
    const shift = turned({x: dx * k, y: (c.y - from.y) * k}, to.bearing - from.bearing);
    if (Math.hypot(shift.x, shift.y) * worldSize(to.zoom) > 0.01) at = {x: to.x + shift.x, y: to.y + shift.y};
  }
  at.x -= Math.floor(at.x);
  const [longitude, latitude] = coordinate(at), d = decimals(to.zoom);
  const place = [rounded(longitude, d), rounded(latitude, d)];
  const zoom = rounded(to.zoom + (camera?.zoomTileSize === 256 ? 1 : 0), 3);
  const pitch = to.pitch || 'pitch' in (camera ?? {}) ? {pitch: to.pitch ?? 0} : {};
  if (!isPlain) {
    const kept = Object.fromEntries(['zoomTileSize', 'roll', 'verticalFieldOfView', 'minZoom'].filter(k => k in (camera ?? {})).map(k => [k, camera[k]]));
    return {center: place, zoom, ...(bearing ? {bearing} : {}), ...kept, ...pitch};
  }
  const isNamed = !Array.isArray(camera.center);
  return {
    ...camera, center: isNamed ? {latitude: place[1], longitude: place[0]} : place, zoom,
    ...(bearing || 'bearing' in camera ? {bearing} : {}), ...pitch,
  };
}

/**
 * The text with a camera for a view.
 * @param {string} text
 * @param {View} from
 * @param {View} to
 */
export function withView(text, from, to) {
  const {root} = parse(text);
  const camera = root.members?.find(m => m.key === 'camera')?.node;
  const old = camera ? plain(camera) : undefined;
  const next = cameraFor(old, from, to);
  // One key at a time, so that a camera stays as it is written.
  if (old && Object.keys(old).every(k => k in next)) {
    for (const [k, v] of Object.entries(next)) {
      if (JSON.stringify(old[k]) !== JSON.stringify(v)) text = set(text, ['camera', k], v);
    }
    return text;
  }
  return set(text, ['camera'], next);
}

/**
 * A scene that is drawn in a view, whatever its camera says: what is dragged must not move the map.
 * @param {string} text
 * @param {View} view
 */
export function frozen(text, view) {
  const scene = JSON.parse(text);
  const [longitude, latitude] = coordinate(view), old = scene.camera ?? {};
  const kept = Object.fromEntries(['roll', 'verticalFieldOfView'].filter(k => k in old).map(k => [k, old[k]]));
  scene.camera = {center: [longitude, latitude], zoom: view.zoom, bearing: view.bearing, ...(view.pitch ? {pitch: view.pitch} : {}), ...kept};
  return JSON.stringify(scene);
}
