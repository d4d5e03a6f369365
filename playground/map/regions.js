// SPDX-License-Identifier: MIT
/**
 * What can be hit in the image, from the server's regions.
 *
 * @typedef {{target: string, role: string, title?: string, id?: string, vertex?: number, bounds: number[], outlines: number[][][][]}} Region
 * @typedef {import('../scene/json.js').Path} Path
 */

/** @param {number[][]} ring @param {number} x @param {number} y */
function holds(ring, x, y) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i], [bx, by] = ring[j];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** @param {Region} region @param {number} x @param {number} y @param {number} slack */
export function isHit(region, x, y, slack = 0) {
  const [left, top, width, height] = region.bounds;
  if (x < left - slack || y < top - slack || x > left + width + slack || y > top + height + slack) return false;
  // A shape is its rings, holes among them.
  if (region.outlines.some(shape => shape.reduce((n, ring) => n + (holds(ring, x, y) ? 1 : 0), 0) % 2 === 1)) return true;
  return slack > 0 && region.role !== 'overlay';
}

/**
 * The topmost thing at a point; a handle is as large as it is drawn, not as a finger.
 * @param {Region[]} regions
 * @param {number} x
 * @param {number} y
 * @returns {Region|null}
 */
export function hit(regions, x, y) {
  const order = ['handle', 'callout', 'annotation', 'userLocation', 'decoration', 'overlay'];
  const rank = (/** @type {Region} */ r) => { const i = order.indexOf(r.role); return i < 0 ? 9 : i; };
  /** @type {Region|null} */
  let best = null;
  for (const region of regions) {
    if (region.role === 'attribution' || !isHit(region, x, y)) continue;
    if (region.role === 'handle') {
      const [left, top, width, height] = region.bounds;
      if (Math.hypot(x - left - width / 2, y - top - height / 2) > 12) continue;
    }
    if (!best || rank(region) <= rank(best)) best = region;
  }
  return best;
}

/**
 * The way in the scene's text to what a target names.
 * @param {any} scene
 * @param {string} target
 * @returns {Path|null}
 */
export function pathOf(scene, target) {
  const steps = target.split('/').map(s => s.replaceAll('%2F', '/').replaceAll('%25', '%'));
  if (steps[0] === 'userLocation') return scene?.userLocation ? ['userLocation'] : null;
  const list = {annotation: 'annotations', overlay: 'overlays', decoration: 'decorations'}[steps[0]];
  const items = list && Array.isArray(scene?.[list]) ? scene[list] : null;
  if (!items || steps.length < 2) return null;
  let index = items.findIndex((/** @type {any} */ item) => item?.id === steps[1]);
  if (index < 0) index = Number(/(\d+)$/.exec(steps[1])?.[1] ?? -1);
  return list && items[index] ? [list, index] : null;
}

/**
 * The target of a thing of the scene, as the server names it.
 * @param {any} scene
 * @param {Path|null} path
 * @returns {string|null}
 */
export function targetOf(scene, path) {
  if (!path) return null;
  if (path[0] === 'userLocation') return 'userLocation';
  const kind = {annotations: 'annotation', overlays: 'overlay', decorations: 'decoration'}[path[0]];
  const item = scene?.[path[0]]?.[path[1]];
  if (!kind || !item) return null;
  const name = item.id ?? (kind === 'decoration' ? `${item.type}-${path[1]}` : String(path[1]));
  return `${kind}/${String(name).replaceAll('%', '%25').replaceAll('/', '%2F')}`;
}

/** @param {Region} region @returns {string} an SVG path */
export function outline(region) {
  return region.outlines.flat().map(ring => 'M' + ring.map(p => p.join(' ')).join('L') + 'Z').join('');
}
