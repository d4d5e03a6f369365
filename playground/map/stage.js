// SPDX-License-Identifier: MIT
import {say} from '../dom.js';
import {server} from '../server.js';
import {merged, removed, set} from '../scene/edits.js';
import {frozen, pair, withView} from './camera.js';
import {anchored, coordinate, decimals, metersBetween, rounded, toWorld} from './mercator.js';
import {drawMarks} from './marks.js';
import {hit, pathOf, targetOf} from './regions.js';
import {Keys} from './keys.js';
import {texts} from '../texts.js';

/**
 * The image under the pointer: pan, zoom, turn, drag, click.
 *
 * @typedef {import('./mercator.js').View} View
 * @typedef {import('./mercator.js').Point} Point
 * @typedef {import('../scene/json.js').Path} Path
 * @typedef {{down?: (s: Stage, p: Point, e: PointerEvent) => boolean|void, move?: (s: Stage, p: Point) => void,
 *   up?: (s: Stage, p: Point, moved: boolean) => void, end?: (s: Stage) => void, cancel?: (s: Stage) => void, cursor?: string}} Tool
 */
export class Stage extends EventTarget {
  /** @type {import('./regions.js').Region[]} */ regions = [];
  // What the regions are of.
  /** @type {View|null} */ regionsView = null;
  /** The scene that they are of. */
  regionsText = '';
  /** @type {Tool|null} */ tool = null;
  canTilt = false;
  /** What the image tool places; empty for a star. */
  ownImage = '';
  /** @type {import('./regions.js').Region|null} */ #hovered = null;
  /** @type {Map<number, Point>} */ #pointers = new Map();
  /** @type {null|{kind: string, at: Point, from: Point, view: View, text: string, moved: boolean, [key: string]: any}} */ #gesture = null;
  #count = 0;
  #editing = false;
  /** @type {null|(() => Promise<void>)} */ #nextEdit = null;

  /** @param {{doc: import('../scene/document.js').SceneText, image: import('./image.js').LiveImage, frame: HTMLElement, marks: SVGSVGElement}} parts */
  constructor({doc, image, frame, marks}) {
    super();
    this.doc = doc; this.image = image; this.frame = frame; this.marks = marks;
    frame.addEventListener('pointerdown', e => this.#down(e));
    frame.addEventListener('pointermove', e => this.#move(e));
    frame.addEventListener('pointerup', e => this.#up(e));
    frame.addEventListener('pointercancel', e => this.#up(e));
    frame.addEventListener('pointerleave', () => { if (!this.#gesture) this.hover(null); });
    frame.addEventListener('wheel', e => this.#wheel(e), {passive: false});
    frame.addEventListener('dblclick', e => this.#double(e));
    new Keys(this);
    doc.addEventListener('select', () => this.mark());
    image.addEventListener('shown', () => this.mark());
  }

  /**
   * The pointer in points of the image.
   * @param {{clientX: number, clientY: number}} e
   * @returns {Point}
   */
  at(e) {
    const box = this.frame.getBoundingClientRect(), [w, hh] = this.image.size;
    return {x: (e.clientX - box.left) / box.width * w, y: (e.clientY - box.top) / box.height * hh};
  }

  get isBusy() { return this.#gesture !== null || this.#editing; }
  /** @param {Point} p @returns {[number, number]} with as many decimals as can be told apart */
  coordinateAt(p) {
    const {view, size} = this.image;
    if (!view) return [0, 0];
    const [lon, lat] = coordinate(toWorld(view, size, p)), d = decimals(view.zoom);
    return [rounded(((lon + 540) % 360 + 360) % 360 - 180, d), rounded(lat, d)];
  }

  /**
   * The same, and exact where the camera is tilted, which the server knows best.
   * @param {Point} p @returns {Promise<[number, number]>}
   */
  async placeAt(p) {
    const here = this.coordinateAt(p), {camera} = this.doc.scene ?? {};
    if (!camera?.pitch) return here;
    const [answer] = await server.project(this.doc.text, {points: [[rounded(p.x, 2), rounded(p.y, 2)]]});
    const d = decimals(this.image.view?.zoom ?? 2);
    return pair(answer.coordinate?.map?.((/** @type {number} */ n) => rounded(n, d))) ?? here;
  }

  // MARK: the camera

  /** @param {View} view @param {string} group */
  setView(view, group, text = this.doc.text, from = this.image.view) {
    if (!from || this.doc.scene === null) return;
    view = {...view, zoom: Math.max(-1, Math.min(22, view.zoom))};
    this.image.view = view;
    this.doc.change(withView(text, from, view), {source: 'stage', group});
    this.image.paint();
    this.mark();
    this.image.move({text: this.doc.text, size: this.image.size, scale: 0, view});
  }

  /** @param {number} by levels @param {Point} [at] */
  zoom(by, at = {x: this.image.size[0] / 2, y: this.image.size[1] / 2}, group = 'zoom') {
    const {view, size} = this.image;
    if (!view) return;
    const zoom = Math.max(-1, Math.min(22, view.zoom + by));
    this.setView(anchored({...view, zoom}, size, toWorld(view, size, at), at), group);
  }

  /** @param {number} dx @param {number} dy points */
  pan(dx, dy) {
    const {view, size} = this.image;
    if (!view) return;
    const c = {x: size[0] / 2, y: size[1] / 2};
    this.setView({...view, ...toWorld(view, size, {x: c.x + dx, y: c.y + dy})}, 'pan');
  }

  /** @param {number} bearing degrees */
  turn(bearing) { if (this.image.view) this.setView({...this.image.view, bearing}, 'turn'); }

  /** From straight above, with north up. */
  straighten() {
    const {view} = this.image;
    if (view) this.setView({...view, bearing: 0, ...(view.pitch ? {pitch: 0} : {})}, 'turn');
  }

  /** @param {number} pitch degrees from straight above */
  tilt(pitch) { if (this.image.view) this.setView({...this.image.view, pitch: this.#pitch(pitch)}, 'tilt'); }

  /**
   * As far as the horizon stays out of sight.
   * @param {number} pitch
   */
  #pitch(pitch) { return this.canTilt ? Math.round(Math.max(0, Math.min(70, pitch))) : this.image.view?.pitch ?? 0; }

  // MARK: pointers

  /** @param {PointerEvent} e */
  #down(e) {
    if (e.button !== 0 || this.doc.scene === null) return;
    const p = this.at(e);
    this.#pointers.set(e.pointerId, p);
    this.frame.setPointerCapture(e.pointerId);
    const {view} = this.image;
    if (!view) return;
    this.#count++;
    const common = {at: p, from: p, view, text: this.doc.text, moved: false, id: `gesture${this.#count}`};
    if (this.#pointers.size === 2) {
      const [a, b] = [...this.#pointers.values()];
      this.#gesture = {...common, kind: 'pinch', distance: Math.hypot(a.x - b.x, a.y - b.y), angle: Math.atan2(b.y - a.y, b.x - a.x),
        middle: {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2}};
      return;
    }
    if (this.tool && this.tool.down?.(this, p, e) !== false) { this.#gesture = {...common, kind: 'tool'}; return; }
    if (e.shiftKey) { this.#gesture = {...common, kind: 'turn'}; return; }
    this.#gesture = {...common, ...this.#grip(p)};
    this.frame.classList.toggle('grabbing', this.#gesture.kind === 'pan');
  }

  /**
   * What would be dragged at a point.
   * @param {Point} p
   * @returns {{kind: string, [key: string]: any}}
   */
  #grip(p) {
    const {scene, selected} = this.doc, near = (/** @type {Point|null} */ q) => q && Math.hypot(q.x - p.x, q.y - p.y) < 11;
    const [list, index] = selected ?? [], item = scene?.[list ?? '']?.[index ?? ''];
    if (list === 'overlays' && item) {
      const target = targetOf(scene, selected);
      const vertices = Array.isArray(item.coordinates) ? item.coordinates.map(pair) : [];
      const vertex = vertices.findIndex((/** @type {any} */ c) => c && near(this.image.pointOf(c)));
      if (vertex >= 0) return {kind: 'item', target: `${target}/${item.type === 'polygon' ? 'handle' : 'vertex'}/${vertex}`, offset: this.#offset(vertices[vertex], p)};
      if (item.type === 'circle' && near(this.radiusHandle(item))) return {kind: 'radius', path: selected};
    }
    const region = hit(this.regions, p.x, p.y), path = region && pathOf(scene, region.target);
    if (!region || !path) return {kind: 'pan'};
    const thing = path.length === 1 ? scene[path[0]] : scene[path[0]][path[1]];
    if (region.role === 'handle') return {kind: 'item', target: region.target, offset: this.#offset(pair(thing.coordinates?.[region.vertex ?? 0]), p)};
    const target = targetOf(scene, path), isSelected = JSON.stringify(path) === JSON.stringify(selected);
    if (path[0] === 'annotations' || path[0] === 'userLocation') return {kind: 'item', target, path, offset: this.#offset(pair(thing.coordinate), p)};
    if (path[0] === 'overlays' && thing.type === 'circle' && isSelected) return {kind: 'item', target, offset: this.#offset(pair(thing.center), p)};
    if (path[0] === 'decorations') return {kind: 'decoration', path};
    return {kind: 'pan'};
  }

  /**
   * How far a coordinate is from the pointer that takes it.
   * @param {[number, number]|null} c
   * @param {Point} p
   * @returns {Point}
   */
  #offset(c, p) {
    // In another datum the point is elsewhere: then the tip comes to the pointer.
    const q = c && !this.doc.text.includes('coordinateSystem') ? this.image.pointOf(c) : null;
    return q ? {x: q.x - p.x, y: q.y - p.y} : {x: 0, y: 0};
  }

  /** @param {PointerEvent} e */
  #move(e) {
    const p = this.at(e), g = this.#gesture;
    if (this.#pointers.has(e.pointerId)) this.#pointers.set(e.pointerId, p);
    this.dispatchEvent(new CustomEvent('pointer', {detail: {coordinate: this.coordinateAt(p)}}));
    if (!g) {
      this.tool?.move?.(this, p);
      this.hover(this.tool ? null : hit(this.regions, p.x, p.y));
      return;
    }
    const slack = e.pointerType === 'touch' ? 6 : 3;
    if (!g.moved && Math.hypot(p.x - g.from.x, p.y - g.from.y) < slack && g.kind !== 'pinch') return;
    if (!g.moved && g.path && g.kind !== 'radius') this.doc.select(g.path, 'stage');
    g.moved = true;
    g.at = p;
    const {size} = this.image;
    if (g.kind === 'pan') this.setView(anchored(g.view, size, toWorld(g.view, size, g.from), p), g.id, g.text, g.view);
    else if (g.kind === 'turn') {
      const bearing = g.view.bearing - (p.x - g.from.x) / 2;
      // A hand that turns is not quite still in the other direction.
      const up = g.from.y - p.y, tilt = Math.sign(up) * Math.max(0, Math.abs(up) - 12) / 3;
      this.setView({...g.view, bearing: Math.abs(bearing) < 2 ? 0 : bearing, pitch: this.#pitch((g.view.pitch ?? 0) + tilt)}, g.id, g.text, g.view);
    } else if (g.kind === 'pinch') this.#pinch(g);
    else if (g.kind === 'item') this.drag(g.target, {x: p.x + g.offset.x, y: p.y + g.offset.y}, g.id, g.text);
    else if (g.kind === 'radius') this.#radius(g, p);
    else if (g.kind === 'decoration') this.#decoration(g, p);
    else this.tool?.move?.(this, p);
  }

  /** @param {any} g */
  #pinch(g) {
    const [a, b] = [...this.#pointers.values()];
    if (!a || !b) return;
    const middle = {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
    const zoom = g.view.zoom + Math.log2(Math.hypot(a.x - b.x, a.y - b.y) / Math.max(1, g.distance));
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) - g.angle) * 180 / Math.PI;
    const bearing = Math.abs(angle) < 8 ? g.view.bearing : g.view.bearing - angle;
    this.setView(anchored({...g.view, zoom, bearing}, this.image.size, toWorld(g.view, this.image.size, g.middle), middle), g.id, g.text, g.view);
  }

  /**
   * Where a selected circle is taken to change its radius.
   * @param {any} circle
   * @returns {Point|null}
   */
  radiusHandle(circle) {
    const c = pair(circle.center), {view} = this.image;
    if (!c || !view || typeof circle.radius !== 'number') return null;
    const p = this.image.pointOf(c), edge = this.image.pointOf([c[0] + circle.radius / (111319.49 * Math.cos(c[1] * Math.PI / 180)), c[1]]);
    return p && edge ? {x: p.x + Math.hypot(edge.x - p.x, edge.y - p.y), y: p.y} : null;
  }

  /** @param {any} g @param {Point} p */
  #radius(g, p) {
    const circle = this.doc.scene?.overlays?.[g.path[1]], c = pair(circle?.center);
    if (!c) return;
    this.#put(set(g.text, [...g.path, 'radius'], this.radiusTo(c, p)), g);
  }

  /**
   * Metres from a coordinate to a point.
   * @param {[number, number]} c
   * @param {Point} p
   */
  radiusTo(c, p) {
    return Math.max(1, Number(metersBetween(c, this.coordinateAt(p)).toPrecision(3)));
  }

  /**
   * A decoration goes to the nearest of the nine positions.
   * @param {any} g
   * @param {Point} p
   */
  #decoration(g, p) {
    const [w, hh] = this.image.size, x = Math.min(2, Math.max(0, Math.floor(p.x / w * 3))), y = Math.min(2, Math.max(0, Math.floor(p.y / hh * 3)));
    const name = ['topLeft', 'top', 'topRight', 'left', 'center', 'right', 'bottomLeft', 'bottom', 'bottomRight'][3 * y + x];
    let text = set(g.text, [...g.path, 'at'], name);
    for (const key of ['origin', 'center']) if (this.doc.scene?.decorations?.[g.path[1]]?.[key]) text = removed(text, [...g.path, key]);
    this.#put(text, g);
  }

  /** @param {string} text @param {any} g */
  #put(text, g) {
    if (text === this.doc.text) return;
    this.doc.change(text, {source: 'stage', group: g.id});
    this.image.move({text: frozen(text, g.view), size: this.image.size, scale: 0, view: g.view});
    this.mark();
  }

  /**
   * Drags a thing by the server, one request after the other, the last of many at once.
   * @param {string} target
   * @param {Point} to
   * @param {string} group
   * @param {string} text what the drag began with
   */
  drag(target, to, group, text) {
    const {view, size} = this.image;
    if (!view) return;
    this.#nextEdit = async () => {
      const scene = JSON.parse(frozen(text, view));
      const answer = await server.edit(scene, [{target, to: [rounded(to.x, 2), rounded(to.y, 2)]}]);
      const next = {...answer.scene};
      const camera = JSON.parse(text).camera;
      if (camera === undefined) delete next.camera; else next.camera = camera;
      const changed = merged(text, next);
      this.doc.change(changed, {source: 'stage', group});
      this.image.move({text: frozen(changed, view), size, scale: 0, view});
      this.mark();
    };
    this.#pumpEdits();
  }

  async #pumpEdits() {
    if (this.#editing) return;
    this.#editing = true;
    while (this.#nextEdit) {
      const edit = this.#nextEdit;
      this.#nextEdit = null;
      try { await edit(); } catch (error) { say(/** @type {Error} */ (error).message); }
    }
    this.#editing = false;
    if (!this.#gesture) this.#rest();
  }

  /** What was moved stays where it is: one step of the history, and the true camera again. */
  #rest() {
    this.doc.endGroup();
    this.dispatchEvent(new Event('rest'));
  }

  /** @param {PointerEvent} e */
  #up(e) {
    this.#pointers.delete(e.pointerId);
    const g = this.#gesture;
    if (!g || this.#pointers.size > 0 && g.kind === 'pinch') return;
    this.#gesture = null;
    this.frame.classList.remove('grabbing');
    const p = this.at(e);
    if (g.kind === 'tool') this.tool?.up?.(this, p, Math.hypot(p.x - g.from.x, p.y - g.from.y) > 3);
    else if (!g.moved && e.type === 'pointerup') this.click(p);
    if (g.moved && !this.#editing) this.#rest();
  }

  /** @param {WheelEvent} e */
  #wheel(e) {
    if (!this.image.view || this.doc.scene === null) return;
    e.preventDefault();
    const step = e.deltaY * (e.deltaMode === 1 ? 30 : 1) * (e.ctrlKey ? 0.01 : 0.003);
    this.zoom(-Math.max(-1, Math.min(1, step)), this.at(e), 'wheel');
    clearTimeout(this.wheelEnd);
    this.wheelEnd = setTimeout(() => this.doc.endGroup(), 400);
  }

  /** @param {MouseEvent} e */
  async #double(e) {
    if (this.tool) { this.tool.end?.(this); return; }
    const p = this.at(e);
    if (hit(this.regions, p.x, p.y) || this.doc.scene === null) return;
    this.add('annotations', {coordinate: await this.placeAt(p), view: 'pin'}, texts.added.pin);
  }

  /**
   * Asks the server what is at a point, and selects it.
   * @param {Point} p
   */
  async click(p) {
    const {text} = this.doc;
    try {
      const [answer] = await server.hit(text, [[rounded(p.x, 2), rounded(p.y, 2)]]);
      if (text !== this.doc.text) return;
      const path = pathOf(this.doc.scene, answer.target);
      this.doc.select(path, 'stage');
      const [lon, lat] = answer.coordinate ?? this.coordinateAt(p);
      this.dispatchEvent(new CustomEvent('hit', {detail: answer}));
      say(`${answer.target === 'map' ? texts.ground : answer.target}, ${lat.toFixed(5)}, ${lon.toFixed(5)}`, true);
    } catch (error) { say(/** @type {Error} */ (error).message); }
  }

  // MARK: the scene

  /** @param {string} list @param {any} item @param {string} said */
  add(list, item, said) {
    const length = this.doc.scene?.[list]?.length ?? 0;
    // A new thing must not move the map: a camera that fits or was left out gives way to the present view.
    const {view} = this.image, {camera} = this.doc.scene ?? {};
    const follows = view && (!camera || camera.fit !== undefined);
    const text = follows && list !== 'decorations' ? withView(this.doc.text, view, view) : this.doc.text;
    this.doc.endGroup();
    this.doc.change(set(text, [list, length], item), {source: 'tool'});
    this.doc.select([list, length], 'tool');
    say(said);
  }

  removeSelected() {
    const path = this.doc.selected;
    if (!path) return;
    this.doc.endGroup();
    const isLast = path.length > 1 && this.doc.scene?.[path[0]]?.length === 1;
    this.doc.change(removed(this.doc.text, isLast ? path.slice(0, 1) : path), {source: 'tool'});
    this.doc.select(null);
    say(texts.removed);
  }

  // MARK: marks over the image

  /** @param {import('./regions.js').Region|null} region */
  hover(region) {
    if (region === this.#hovered) return;
    this.#hovered = region;
    this.frame.classList.toggle('over-item', region !== null);
    this.frame.title = region ? (region.title ? `${region.title} (${region.target})` : region.target) : '';
    this.mark();
  }

  mark() { drawMarks(this, this.#hovered, this.#gesture?.moved === true); }

  /** @type {[number, number][]|null} */ draft = null;
  /** @type {number|undefined} */ wheelEnd = undefined;
  /** @type {import('../scene/document.js').SceneText} */ doc;
  /** @type {import('./image.js').LiveImage} */ image;
  /** @type {HTMLElement} */ frame;
  /** @type {SVGSVGElement} */ marks;
}
