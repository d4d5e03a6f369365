// SPDX-License-Identifier: MIT
import {fill, h} from '../dom.js';
import {document as served, post} from '../server.js';
import {set} from '../scene/edits.js';
import {sizeOf} from '../scene/size.js';
import {select} from '../panels/fields.js';
import {examples, exampleText} from './examples.js';
import {texts} from '../texts.js';

/** Two images side by side under a slider: two styles, two scales or two scenes; and where they differ. */

/** @param {any} c @returns {CanvasRenderingContext2D} */
const context = c => c.getContext('2d', {willReadFrequently: true});

/** @param {HTMLElement} page @param {import('../app.js').App} app */
export async function showCompare(page, app) {
  if (!app.styles.length) app.styles = await served('styles.json');
  const list = await examples().catch(() => []), now = app.doc.scene ? app.doc.text : await exampleText(list[0].id);
  const styleName = (/** @type {string} */ text) => { const b = JSON.parse(text).basemap; return typeof b === 'string' ? b : b?.style; };
  const other = app.styles.find(s => s.id === 'dark' && styleName(now) !== 'dark') ?? app.styles.find(s => s.id !== styleName(now));
  /** @type {{scene: string, style: string, scale: string}[]} */
  const sides = [{scene: '', style: '', scale: ''}, {scene: '', style: other?.id ?? '', scale: ''}];
  const canvases = [h('canvas', {class: 'side-a'}), h('canvas', {class: 'side-b'})], divider = h('div', {class: 'divider', 'aria-hidden': 'true'});
  const slider = h('input', {type: 'range', min: 0, max: 100, step: 0.1, value: 50, class: 'compare-slider', 'aria-label': `${texts.before} | ${texts.after}`});
  const box = h('div', {class: 'compare-box', id: 'compare-box'}, ...canvases, divider, slider);
  const difference = h('input', {type: 'checkbox', class: 'switch', role: 'switch', id: 'difference'}), verdict = h('p', {class: 'note', role: 'status', id: 'verdict'});
  const slide = () => {
    const share = Number(slider.value);
    canvases[1].style.clipPath = difference.checked ? 'none' : `inset(0 0 0 ${share}%)`;
    divider.style.left = `${share}%`;
    divider.hidden = slider.hidden = difference.checked;
  };
  slider.addEventListener('input', slide);

  const textOf = async (/** @type {typeof sides[0]} */ side) => {
    let text = side.scene ? await exampleText(side.scene) : now;
    if (side.style) text = set(text, typeof JSON.parse(text).basemap === 'object' ? ['basemap', 'style'] : ['basemap'], side.style);
    if (side.scale) text = set(text, ['scale'], Number(side.scale));
    return text;
  };
  /** @type {(ImageBitmap|null)[]} */
  const images = [null, null];
  let round = 0;
  const draw = async () => {
    const mine = ++round;
    verdict.textContent = texts.loading;
    try {
      const scenes = await Promise.all(sides.map(textOf));
      const drawn = await Promise.all(scenes.map(async t => createImageBitmap(await (await post('render?format=png', t)).blob())));
      if (mine !== round) return;
      images.forEach(i => i?.close());
      [images[0], images[1]] = drawn;
      const {size: [w, hh]} = sizeOf(JSON.parse(scenes[0]));
      box.style.aspectRatio = `${w} / ${hh}`;
      // As large as it stays sharp and in sight.
      const width = Math.max(w, Math.min(...drawn.map(i => i.width)) / devicePixelRatio);
      box.style.width = `min(100%, ${width}px, ${(w / hh).toFixed(4)} * max(240px, 100vh - 270px))`;
      paint();
    } catch (error) { verdict.textContent = /** @type {Error} */ (error).message; }
  };
  const paint = () => {
    const [a, b] = images;
    if (!a || !b) return;
    const [w, hh] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
    canvases.forEach((c, i) => { Object.assign(c, {width: w, height: hh}); context(c).drawImage(i ? b : a, 0, 0, w, hh); });
    const [ca, cb] = canvases.map(c => context(c)), pa = ca.getImageData(0, 0, w, hh), pb = cb.getImageData(0, 0, w, hh);
    let count = 0;
    for (let i = 0; i < pa.data.length; i += 4) {
      const d = Math.max(Math.abs(pa.data[i] - pb.data[i]), Math.abs(pa.data[i + 1] - pb.data[i + 1]), Math.abs(pa.data[i + 2] - pb.data[i + 2]));
      if (d > 2) count++;
      if (!difference.checked) continue;
      // What is the same is pale, what differs is red.
      const gray = 0.3 * pb.data[i] + 0.59 * pb.data[i + 1] + 0.11 * pb.data[i + 2], pale = 255 - (255 - gray) * 0.25;
      [pb.data[i], pb.data[i + 1], pb.data[i + 2]] = d > 2 ? [215, 0, 40] : [pale, pale, pale];
    }
    if (difference.checked) cb.putImageData(pb, 0, 0);
    verdict.textContent = count ? texts.differs((count / (w * hh) * 100).toFixed(2)) : texts.same;
    slide();
  };
  difference.addEventListener('change', paint);

  const form = (/** @type {number} */ i, /** @type {string} */ name) => h('fieldset', {}, h('legend', {}, name),
    select([['', texts.playground], ...list.map(e => /** @type {[any, string]} */ ([e.id, e.title]))], '', v => { sides[i].scene = v; draw(); }, {'aria-label': `${name}: scene`, 'data-compare': `scene${i}`}),
    select([['', texts.ownStyle], ...app.styles.map(s => /** @type {[any, string]} */ ([s.id, s.name]))], sides[i].style, v => { sides[i].style = v; draw(); }, {'aria-label': `${name}: ${texts.style}`, 'data-compare': `style${i}`}),
    select([['', texts.ownScale], ['1', '1×'], ['2', '2×'], ['3', '3×']], '', v => { sides[i].scale = v; draw(); }, {'aria-label': `${name}: ${texts.scale}`, 'data-compare': `scale${i}`}));
  fill(page, h('div', {class: 'page-head'}, h('h1', {}, texts.compare), h('p', {}, texts.compareAbout)), h('div', {class: 'compare-controls'}, form(0, texts.before), form(1, texts.after),
    h('div', {class: 'difference'}, difference, h('label', {for: 'difference'}, texts.difference)), verdict), h('div', {class: 'compare-frame'}, box));
  slide();
  await draw();
}
