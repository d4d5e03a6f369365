// SPDX-License-Identifier: MIT
import {say} from '../dom.js';
import {texts} from '../texts.js';
import {pair} from './camera.js';
import {targetOf} from './regions.js';

/** The map by keyboard alone: all that the pointer can do to it. */
export class Keys {
  /** @param {import('./stage.js').Stage} stage */
  constructor(stage) {
    this.stage = stage;
    stage.frame.addEventListener('keydown', e => { if (this.#press(e)) e.preventDefault(); });
  }

  /** @param {KeyboardEvent} e @returns {boolean} */
  #press(e) {
    const {stage} = this, {doc, image} = stage;
    if (e.ctrlKey || e.metaKey || doc.scene === null) return false;
    const arrow = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key];
    if (arrow && e.altKey) { this.#nudge(arrow[0], arrow[1], e.shiftKey ? 10 : 1); return true; }
    if (arrow && e.shiftKey) {
      if (arrow[0]) stage.turn((image.view?.bearing ?? 0) + 5 * arrow[0]);
      else stage.tilt((image.view?.pitch ?? 0) - 5 * arrow[1]);
      return true;
    }
    if (arrow) { stage.pan(60 * arrow[0], 60 * arrow[1]); return true; }
    switch (e.key) {
      case '+': case '=': stage.zoom(0.5); return true;
      case '-': case '_': stage.zoom(-0.5); return true;
      case '0': stage.straighten(); return true;
      case '[': this.#next(-1); return true;
      case ']': this.#next(1); return true;
      case 'Delete': case 'Backspace': stage.removeSelected(); return true;
      case 'Enter': case ' ': {
        const center = {x: image.size[0] / 2, y: image.size[1] / 2};
        if (stage.tool) {
          if (e.key === 'Enter' && stage.draft && stage.draft.length > 1) stage.tool.end?.(stage);
          else stage.tool.up?.(stage, center, false);
        } else stage.add('annotations', {coordinate: stage.coordinateAt(center), view: 'pin'}, texts.added.pin);
        return true;
      }
      case 'Escape':
        if (stage.tool) stage.tool.cancel?.(stage); else doc.select(null);
        return true;
      default: return false;
    }
  }

  /**
   * Selects what comes next in the scene.
   * @param {number} step
   */
  #next(step) {
    const {doc} = this.stage, {scene} = doc;
    const all = ['annotations', 'overlays', 'decorations'].flatMap(list =>
      (Array.isArray(scene[list]) ? scene[list] : []).map((/** @type {any} */ _, /** @type {number} */ i) => [list, i]));
    if (!all.length) return;
    const here = all.findIndex(p => JSON.stringify(p) === JSON.stringify(doc.selected));
    const path = all[(here + step + all.length + (here < 0 && step < 0 ? 1 : 0)) % all.length];
    doc.select(path, 'keys');
    const item = scene[path[0]][path[1]];
    say(`${item?.title ?? item?.text ?? item?.type ?? item?.view ?? texts.marker}, ${targetOf(scene, path)}`, true);
  }

  /**
   * Moves what is selected.
   * @param {number} dx
   * @param {number} dy
   * @param {number} by points
   */
  #nudge(dx, dy, by) {
    const {stage} = this, {doc, image} = stage, path = doc.selected;
    const item = path && (path.length > 1 ? doc.scene[path[0]]?.[path[1]] : doc.scene[path[0]]);
    const c = pair(item?.coordinate ?? item?.center), target = targetOf(doc.scene, path), p = c && image.pointOf(c);
    if (p && target) stage.drag(target, {x: p.x + dx * by, y: p.y + dy * by}, `nudge${path?.join()}`, doc.text);
  }
}
