// SPDX-License-Identifier: MIT
import {fill, h} from '../dom.js';
import {base} from '../server.js';
import {packed} from '../export/packed.js';
import {show} from '../server.js';
import {sizeOf} from '../scene/size.js';

/** @typedef {{id: string, title: string, about: string}} Example */

const folder = new URL('playground/examples/', base);
/** @type {Promise<Example[]>|null} */
let list = null;
/** @returns {Promise<Example[]>} */
export const examples = () => list ??= fetch(new URL('index.json', folder)).then(r => r.json());
/** @param {string} id @returns {Promise<string>} */
export const exampleText = async id => (await fetch(new URL(`${id}.json`, folder))).text();

/**
 * The gallery.
 * @param {HTMLElement} page
 * @param {(text: string) => void} open
 */
export async function showExamples(page, open) {
  const grid = h('ul', {class: 'cards'});
  fill(page, h('div', {class: 'page-head'}, h('h1', {}, 'Examples'), h('p', {}, 'Each is a scene. Open one, drag what is on it, take it away.')), grid);
  for (const example of await examples()) {
    const image = h('img', {alt: '', loading: 'lazy', class: 'thumb'});
    grid.append(h('li', {class: 'card'}, h('button', {type: 'button', class: 'card-button', 'data-example': example.id, onclick: async () => open(await exampleText(example.id))},
      image, h('strong', {}, example.title), h('span', {}, example.about))));
    exampleText(example.id).then(async text => {
      const scene = JSON.parse(text), {size: [w, hh]} = sizeOf(scene);
      // Large sheets are shown small.
      await show(image, `render?scene=${await packed(JSON.stringify({...scene, scale: Math.max(0.5, Math.min(1.5, 640 / Math.max(w, hh)))}))}`);
    }).catch(() => {});
  }
}
