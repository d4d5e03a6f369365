// SPDX-License-Identifier: MIT
import {address, usable} from '../server.js';
import {packed} from './packed.js';

/** @param {string} text @returns {Promise<string>} an address of this page that holds the whole scene */
export async function permalink(text) { return `${location.origin}${location.pathname}${location.search}#scene=${await packed(text)}`; }

/**
 * An address of the image.
 * @param {string} text
 * @param {import('../settings.js').Settings} settings
 */
export async function renderAddress(text, {query}) {
  return usable(address(`render?scene=${await packed(JSON.stringify(JSON.parse(text)))}${query && `&${query}`}`));
}
