// SPDX-License-Identifier: MIT
/**
 * Web Mercator as the camera has it: the world is a square of side 1, and 512 points wide at zoom 0.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, zoom: number, bearing: number, pitch?: number, field?: number}} View the center, and how
 *   it is seen: `pitch` from straight above, `field` the vertical field of view in degrees
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
 * How a tilted camera sees the ground: its distance in points, and the sine and cosine of its pitch.
 * @param {View} view
 * @param {[number, number]} size
 */
function perspective({pitch = 0, field}, size) {
  // MapLibre's camera is one and a half heights of the image away.
  const distance = size[1] * (field ? 0.5 / Math.tan(field / 2 * radians) : 1.5);
  return {distance, sine: Math.sin(pitch * radians), cosine: Math.cos(pitch * radians)};
}

/**
 * Where a place of the world is in the image.
 * @param {View} view
 * @param {[number, number]} size
 * @param {Point} p
 * @returns {Point}
 */
export function toImage(view, size, p) {
  const k = worldSize(view.zoom);
  let dx = p.x - view.x;
  dx -= Math.round(dx);
  const q = turned({x: dx * k, y: (p.y - view.y) * k}, -view.bearing);
  const {distance, sine, cosine} = perspective(view, size), grown = distance / Math.max(distance / 1000, distance - q.y * sine);
  return {x: q.x * grown + size[0] / 2, y: q.y * cosine * grown + size[1] / 2};
}

/** @param {View} view @param {[number, number]} size @param {Point} p @returns {Point} */
export function toWorld(view, size, p) {
  const {distance, sine, cosine} = perspective(view, size), [x, y] = [p.x - size[0] / 2, p.y - size[1] / 2];
  // The sky has no place: what is above the horizon is far away.
  const down = y * distance / Math.max(distance / 20, distance * cosine + y * sine);
  const q = turned({x: x * (distance - down * sine) / distance, y: down}, view.bearing), k = worldSize(view.zoom);
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
 * Metres of a point of the image at a latitude.
 * @param {View} view
 */
export function metersPerPoint(view) {
  return 40075016.686 * Math.cos(coordinate(view)[1] * radians) / worldSize(view.zoom);
}

/**
 * Decimals of a degree that an image can tell apart.
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
