// SPDX-License-Identifier: MIT
import {svg} from '../dom.js';
import {pair} from './camera.js';
import {outline, targetOf} from './regions.js';

/**
 * Outlines what is hovered over and what is selected, where they are in the present view.
 * @param {import('./stage.js').Stage} stage @param {import('./regions.js').Region|null} hovered @param {boolean} isMoving
 */
export function drawMarks(stage, hovered, isMoving) {
  const {doc, draft, marks, image, regions, regionsView} = stage, {view, size} = image, radius = 5 / image.zoomFactor;
  marks.setAttribute('viewBox', `0 0 ${size[0]} ${size[1]}`);
  const parts = [];
  // Outlines are of the last sharp image.
  const isStill = view && regionsView && Math.abs(view.zoom - regionsView.zoom) < 1e-6 && Math.abs(view.bearing - regionsView.bearing) < 1e-6
    && view.pitch === regionsView.pitch
    && Math.hypot(view.x - regionsView.x, view.y - regionsView.y) < 1e-9;
  if (isStill && !isMoving) {
    if (hovered) parts.push(svg('path', {class: 'hovered', d: outline(hovered)}));
    const target = targetOf(doc.scene, doc.selected);
    for (const r of target ? regions.filter(r => r.target === target) : []) parts.push(svg('path', {class: 'selected', d: outline(r)}));
  }
  const path = doc.selected, item = path?.[0] === 'overlays' ? doc.scene?.overlays?.[path[1]] : null;
  const vertices = Array.isArray(item?.coordinates) && item.coordinates.length <= 300 ? item.coordinates.map(pair).filter(Boolean) : [];
  const dots = vertices.map((/** @type {[number, number]} */ c) => image.pointOf(c));
  if (item?.type === 'circle') dots.push(stage.radiusHandle(item));
  for (const p of dots) if (p) parts.push(svg('circle', {class: 'vertex', cx: p.x, cy: p.y, r: radius}));
  for (const c of draft ?? []) {
    const p = image.pointOf(c);
    if (p) parts.push(svg('circle', {class: 'vertex draft', cx: p.x, cy: p.y, r: radius}));
  }
  marks.replaceChildren(...parts);
}
