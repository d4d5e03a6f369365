// SPDX-License-Identifier: MIT
import {h} from '../dom.js';
import {texts} from '../texts.js';

/** Form fields that say what they are set to. */

let count = 0;
/**
 * A label and a field in a row.
 * @param {string} label
 * @param {any[]} field
 * @param {string} [about]
 * @param {boolean} [isGroup]
 */
export function row(label, field, about = '', isGroup = false) {
  const id = `field${++count}`, control = field.find(f => f instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(f.tagName));
  const doc = about ? h('p', {class: 'doc', id: `${id}-doc`}, about) : null;
  if (control && !isGroup) { control.id ||= id; if (doc) control.setAttribute('aria-describedby', doc.id); }
  const name = control && !isGroup ? h('label', {for: control.id, title: about}, label) : h('span', {class: 'label', id: `${id}-label`, title: about}, label);
  const box = h('div', {class: 'field'}, ...field);
  if (isGroup || !control) { box.setAttribute('role', 'group'); box.setAttribute('aria-labelledby', `${id}-label`); }
  return h('div', {class: 'row'}, name, box, doc);
}

/** @param {[any, string][]} options @param {any} value @param {(v: string) => void} set @param {Record<string, any>} [about] */
export function select(options, value, set, about = {}) {
  const element = h('select', {...about, onchange: () => set(element.value)}, ...options.map(([v, label]) => h('option', {value: String(v), selected: String(v) === String(value)}, label)));
  return element;
}

/** @param {[string, string][]} options @param {string} value @param {(v: string) => void} set @param {string} label */
export function segments(options, value, set, label) {
  const name = `segments${++count}`;
  return h('div', {class: 'segments', role: 'radiogroup', 'aria-label': label}, ...options.map(([v, text]) =>
    h('label', {}, h('input', {type: 'radio', name, value: v, checked: v === value, onchange: () => set(v)}), h('span', {}, text))));
}

/** @param {number|undefined} value @param {(v: number|undefined) => void} set @param {Record<string, any>} [about] */
export function number(value, set, about = {}) {
  const element = h('input', {type: 'number', step: 'any', placeholder: texts.unset, value: value ?? '', ...about, onchange: () => set(element.value === '' ? undefined : Number(element.value))});
  return element;
}

/** @param {any} value @param {(v: string|undefined) => void} set @param {Record<string, any>} [about] */
export function text(value, set, about = {}) {
  const element = h('input', {type: 'text', placeholder: texts.unset, value: value ?? '', ...about, onchange: () => set(element.value === '' ? undefined : element.value)});
  return element;
}

/** @param {boolean} value @param {(v: boolean) => void} set */
export function toggle(value, set) {
  const element = h('input', {type: 'checkbox', class: 'switch', role: 'switch', checked: value, onchange: () => set(element.checked)});
  return element;
}

const probe = document.createElement('canvas').getContext('2d');
/**
 * "#rrggbb" of any CSS color; black of what is none.
 * @param {string} css
 * @returns {{hex: string, alpha: string}}
 */
export function hex(css) {
  const named = {red: '#ff3b30', green: '#34c759', purple: '#af52de'}[css] ?? css;
  if (!probe) return {hex: '#000000', alpha: ''};
  probe.fillStyle = '#000000';
  probe.fillStyle = named;
  const solid = probe.fillStyle;
  if (solid.startsWith('#')) return {hex: solid, alpha: ''};
  const [r, g, b, a] = (solid.match(/[\d.]+/g) ?? []).map(Number);
  const two = (/** @type {number} */ n) => Math.round(n).toString(16).padStart(2, '0');
  return {hex: `#${two(r)}${two(g)}${two(b)}`, alpha: two((a ?? 1) * 255)};
}

/**
 * A color as a swatch and as it is written; the swatch keeps the opacity.
 * @param {string|undefined} value
 * @param {(v: string|undefined) => void} set
 * @param {string} label
 */
export function color(value, set, label) {
  const {hex: solid, alpha} = hex(value ?? '#ff3b30');
  const well = h('input', {type: 'color', value: solid, 'aria-label': `${label}, color`, oninput: () => { input.value = well.value + alpha; set(input.value); }});
  const input = text(value, set);
  return [input, well];
}
