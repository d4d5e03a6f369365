// SPDX-License-Identifier: MIT
/**
 * Web Mercator as the camera has it: the world is a square of side 1, and 512 points wide at zoom 0.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, zoom: number, bearing: number, pitch?: number}} View the center, and how it is seen
 */
const radians = Math.PI / 180;

/** @param {[number, number]} coordinate @returns {Point} */
export function world([longitude, latitude]) {
  const s = Math.sin(Math.max(-85.0511287, Math.min(85.0511287, latitude)) * radians);
  return {x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)};
}

/** @param {Point} p @returns {[number, number]} */
export function coordinate(p) {
  return [(p.x - 0.5) * 360, Math.atan(Math.sinh(Math.PI * (1 - 2 * p.y))) / radians];
}

/**
 * Points of a world at a zoom.
 * @param {number} zoom
 */
export const worldSize = zoom => 512 * 2 ** zoom;

/** @param {Point} p @param {number} degrees clockwise, with y down @returns {Point} */
export function turned(p, degrees) {
  const [c, s] = [Math.cos(degrees * radians), Math.sin(degrees * radians)];
  return {x: p.x * c - p.y * s, y: p.x * s + p.y * c};
}

/**
 * Where a place of the world is in the picture.
 * @param {View} view
 * @param {[number, number]} size
 * @param {Point} p
 * @returns {Point}
 */
export function toPicture(view, size, p) {
  const k = worldSize(view.zoom);
  let dx = p.x - view.x;
  dx -= Math.round(dx);
  const q = turned({x: dx * k, y: (p.y - view.y) * k}, -view.bearing);
  return {x: q.x + size[0] / 2, y: q.y + size[1] / 2};
}

/** @param {View} view @param {[number, number]} size @param {Point} p @returns {Point} */
export function toWorld(view, size, p) {
  const q = turned({x: p.x - size[0] / 2, y: p.y - size[1] / 2}, view.bearing), k = worldSize(view.zoom);
  return {x: view.x + q.x / k, y: view.y + q.y / k};
}

/**
 * The view whose point `at` shows the place that another view has at `from`.
 * @param {View} view
 * @param {[number, number]} size
 * @param {Point} place
 * @param {Point} at
 * @returns {View}
 */
export function anchored(view, size, place, at) {
  const here = toWorld(view, size, at);
  return {...view, x: view.x + place.x - here.x, y: Math.max(0, Math.min(1, view.y + place.y - here.y))};
}

/**
 * A view out of what the server projects: the center, and a point 100 points to its right.
 * @param {[number, number]} center
 * @param {[number, number]} right
 * @returns {View}
 */
export function viewFrom(center, right) {
  const a = world(center), b = world(right);
  let dx = b.x - a.x;
  dx -= Math.round(dx);
  const dy = b.y - a.y, length = Math.hypot(dx, dy);
  return {...a, zoom: Math.log2(100 / 512 / length), bearing: Math.atan2(dy, dx) / radians};
}

/**
 * Metres of a point of the picture at a latitude.
 * @param {View} view
 */
export function metersPerPoint(view) {
  return 40075016.686 * Math.cos(coordinate(view)[1] * radians) / worldSize(view.zoom);
}

/**
 * Decimals of a degree that a picture can tell apart.
 * @param {number} zoom
 */
export const decimals = zoom => Math.max(2, Math.min(8, Math.ceil(Math.log10(worldSize(zoom) / 360)) + 1));

/** @param {number} n @param {number} d */
export const rounded = (n, d) => Number(n.toFixed(d));

/**
 * Metres along the great circle.
 * @param {[number, number]} a @param {[number, number]} b
 */
export function metersBetween(a, b) {
  const h = Math.sin((b[1] - a[1]) * radians / 2) ** 2 + Math.cos(a[1] * radians) * Math.cos(b[1] * radians) * Math.sin((b[0] - a[0]) * radians / 2) ** 2;
  return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
}
