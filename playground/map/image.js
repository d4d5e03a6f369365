// SPDX-License-Identifier: MIT
import {StaticMapError} from '../staticmap.js';
import {post, server} from '../server.js';
import {scaled} from '../scene/size.js';
import {Settings} from '../settings.js';
import {toImage, viewFrom, world, worldSize} from './mercator.js';

/**
 * The image of a scene as the server draws it, shown as fast as it comes: at a smaller scale while something moves,
 * sharp when it rests, and never an older one after a newer one.
 *
 * Events: `shown` after each image, `settled` after a sharp one, `refused` with the server's error.
 *
 * @typedef {import('./mercator.js').View} View
 * @typedef {{text: string, size: [number, number], scale: number, view: View|null}} Wish
 */
export class LiveImage extends EventTarget {
  /** @type {HTMLCanvasElement} */ canvas;
  /**
   * How the map is seen now, perhaps before the server has drawn it.
   * @type {View|null}
   */
  view = null;
  /** @type {[number, number]} */ size = [600, 400];
  /** Points of the page for a point of the image. */
  zoomFactor = 1;
  /** As the server says it of the last sharp image; empty for one that it had drawn before. */
  timing = '';
  /** Of the last sharp image. */
  bytes = 0;
  settings = new Settings();
  /** @type {string[]} */ warnings = [];
  shownCount = 0;
  /** Milliseconds of a preview, as it was of late. */
  cost = 60;
  previewScale = 0.5;
  /** The scene of the last sharp image. */
  settledText = '';
  /**
   * Why the last image was not drawn.
   * @type {unknown}
   */
  refusal = null;
  /** @type {{image: ImageBitmap, view: View|null, size: [number, number], number: number, sharp: boolean}|null} */ shown = null;
  #number = 0;
  #underWay = 0;
  /** @type {Wish|null} */ #next = null;
  /** @type {AbortController|null} */ #sharp = null;
  /** @type {number|undefined} */ #rest = undefined;
  #frame = 0;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) { super(); this.canvas = canvas; }

  /**
   * The scene has changed and is still changing: a quick image now, a sharp one when it rests.
   * @param {Wish} wish
   */
  move(wish) {
    this.#sharp?.abort();
    clearTimeout(this.#rest);
    this.#next = wish;
    this.#pump();
    this.#rest = setTimeout(() => this.settle(wish), 160);
  }

  /**
   * Draws a scene as it is.
   * @param {Wish} wish
   * @param {Promise<Response|null>} [quick] a small image of it that is on its way
   */
  async settle(wish, quick) {
    clearTimeout(this.#rest);
    this.#next = null;
    this.#sharp?.abort();
    const abort = this.#sharp = new AbortController();
    const number = ++this.#number;
    // The first thing that is seen comes before anything else.
    const response = await quick?.catch(() => null);
    if (response?.ok) await this.#show(wish, ++this.#number, {response}).catch(() => {});
    if (abort.signal.aborted) return;
    const last = ++this.#number;
    try {
      const view = wish.view ? Promise.resolve(wish.view) : this.solve(wish.text, wish.size, abort.signal);
      view.catch(() => {});
      const response = await post(`render?${this.settings.preview}`, wish.text, abort.signal);
      await this.#show({...wish, view: null}, last, {response, solved: view, signal: abort.signal});
      if (abort.signal.aborted) return;
      this.refusal = null;
      this.settledText = wish.text;
      this.dispatchEvent(new CustomEvent('settled', {detail: {number}}));
    } catch (error) {
      if (abort.signal.aborted) return;
      this.refusal = error;
      this.dispatchEvent(new CustomEvent('refused', {detail: {error}}));
    }
  }

  /**
   * Where the camera came to.
   * @param {string} text
   * @param {[number, number]} size
   * @param {AbortSignal} [signal]
   * @returns {Promise<View|null>}
   */
  async solve(text, [width, height], signal) {
    try {
      const answer = await server.project(text, {points: [[width / 2, height / 2], [width / 2 + 100, height / 2]]}, signal);
      const {pitch, verticalFieldOfView: field} = JSON.parse(text).camera ?? {};
      return {...viewFrom(answer[0].coordinate, answer[1].coordinate), ...(pitch ? {pitch} : {}), ...(field ? {field} : {})};
    } catch (error) {
      if (error instanceof StaticMapError) return null;
      throw error;
    }
  }

  /** Two at once keep the server busy while an image is on its way. */
  #pump() {
    while (this.#next && this.#underWay < 2) {
      const wish = this.#next;
      this.#next = null;
      this.#underWay++;
      const start = performance.now();
      const number = ++this.#number;
      post('render?format=png', scaled(wish.text, this.previewScale)).then(response => this.#show(wish, number, {response})).then(() => {
        this.cost += (performance.now() - start - this.cost) / 4;
        // As sharp as twenty images a second allow, two of them at once.
        this.previewScale = Math.max(0.5, Math.min(1, this.previewScale * (this.cost < 60 ? 1.08 : this.cost > 100 ? 0.85 : 1)));
      }, () => {}).finally(() => { this.#underWay--; this.#pump(); });
    }
  }

  /**
   * Shows what has come, unless something newer is there.
   * @param {Wish} wish
   * @param {number} number
   * @param {{response: Response, solved?: Promise<View|null>, signal?: AbortSignal}} about `solved` is of a sharp image
   */
  async #show(wish, number, {response, solved, signal}) {
    const blob = await response.blob(), image = await createImageBitmap(blob);
    const view = solved ? await solved : wish.view;
    if (signal?.aborted || this.shown && this.shown.number > number) return image.close();
    this.shown?.image.close();
    // What was asked for without a known view keeps the one that is shown.
    this.shown = {image, view: view ?? (solved ? null : this.view), size: wish.size, number, sharp: solved !== undefined};
    if (solved) {
      this.view = view;
      this.timing = response.headers.get('Server-Timing') ?? '';
      this.bytes = blob.size;
      this.warnings = response.headers.get('X-Staticmap-Warning')?.split(', ') ?? [];
    }
    this.size = wish.size;
    this.shownCount++;
    this.paint();
    this.dispatchEvent(new CustomEvent('shown', {detail: {number, sharp: solved !== undefined}}));
  }

  /** Shows the last image where it belongs in the present view. */
  paint() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const shown = this.shown;
      if (!shown) return;
      const [width, height] = this.size, {image} = shown;
      // As many pixels as are seen: browsers shrink canvases badly.
      const k = Math.min(Math.max(image.width / shown.size[0], 1), this.zoomFactor * devicePixelRatio);
      const [pixelWidth, pixelHeight] = [Math.max(1, Math.round(width * k)), Math.max(1, Math.round(height * k))];
      const {canvas} = this;
      if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) [canvas.width, canvas.height] = [pixelWidth, pixelHeight];
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.imageSmoothingQuality = 'high';
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, pixelWidth, pixelHeight);
      const a = shown.view, b = this.view;
      const isMoved = a && b && (a.x !== b.x || a.y !== b.y || a.zoom !== b.zoom || a.bearing !== b.bearing);
      if (isMoved) {
        const at = toImage(b, this.size, a), grown = worldSize(b.zoom) / worldSize(a.zoom);
        context.setTransform(k, 0, 0, k, at.x * k, at.y * k);
        context.rotate((a.bearing - b.bearing) * Math.PI / 180);
        context.scale(grown, grown);
        context.drawImage(image, -shown.size[0] / 2, -shown.size[1] / 2, shown.size[0], shown.size[1]);
      } else context.drawImage(image, 0, 0, pixelWidth, pixelHeight);
    });
  }

  /**
   * Where a coordinate is in the image as it is seen now.
   * @param {[number, number]} c
   */
  pointOf(c) { return this.view ? toImage(this.view, this.size, world(c)) : null; }
}
