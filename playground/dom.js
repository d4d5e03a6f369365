// SPDX-License-Identifier: MIT
/** Elements in few words. */

/**
 * Makes an element: properties, `on…` listeners, `class`, `data-…` and `aria-…` attributes, children.
 * @param {string} tag @param {Record<string, any>} [about] @param {...(Node|string|null|undefined|false|(Node|string)[])} children
 * @returns {any}
 */
export function h(tag, about = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name.includes('-') || ['role', 'for', 'list', 'href', 'colspan'].includes(name)) element.setAttribute(name, String(value));
    else /** @type {any} */ (element)[name] = value;
  }
  put(element, ...children);
  return element;
}

/** @param {Element} element @param {...(Node|string|null|undefined|false|(Node|string)[])} children */
export function put(element, ...children) {
  element.append(.../** @type {(Node|string)[]} */ (children.flat().filter(c => c !== null && c !== undefined && c !== false)));
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...(Node|string|null|undefined|false|(Node|string)[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/** @param {string} id @returns {any} */
export const $ = id => document.getElementById(id);

const namespace = 'http://www.w3.org/2000/svg';
/** @param {string} tag @param {Record<string, string|number>} [attributes] @param {...Node} children */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * An icon of icons.svg; it says nothing to screen readers.
 * @param {string} name
 */
export function icon(name) {
  const use = svg('use', {href: new URL(`icons.svg#${name}`, import.meta.url).href});
  return svg('svg', {class: 'icon', width: 18, height: 18, 'aria-hidden': 'true', focusable: 'false'}, use);
}

/**
 * A button with an icon, named for everyone.
 * @param {string} name
 * @param {string} label
 * @param {(e: Event) => void} action
 * @param {Record<string, any>} [about]
 */
export function iconButton(name, label, action, about = {}) {
  return h('button', {type: 'button', class: 'icon-button', title: label, 'aria-label': label, onclick: action, ...about}, icon(name));
}

/**
 * Says something to screen readers, and for a moment to everyone.
 * @param {string} text
 * @param {boolean} [quietly]
 */
export function say(text, quietly = false) {
  const live = $('live');
  live.textContent = text;
  live.classList.toggle('shown', !quietly);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => live.classList.remove('shown'), 2600);
}
/** @type {number|undefined} */
say.timer = undefined;

/**
 * Copies a text and says so.
 * @param {string|Promise<string>} given
 * @param {string} said
 */
export async function copy(given, said) {
  const text = await given;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = h('textarea', {value: text, class: 'offscreen'});
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(said);
}

/**
 * Calls a function a moment after the last of many calls.
 * @template {any[]} A
 * @param {(...a: A) => void} f
 * @param {number} ms
 * @returns {(...a: A) => void}
 */
export function later(f, ms) {
  /** @type {number|undefined} */
  let timer;
  return (...a) => { clearTimeout(timer); timer = setTimeout(() => f(...a), ms); };
}
