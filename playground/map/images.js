// SPDX-License-Identifier: MIT
import {h} from '../dom.js';
import {texts} from '../texts.js';

/** Images of the visitor's own, as data addresses that a scene holds. */

const kinds = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
/** Points of the longer side that an image has at most on the map, and pixels for each of them. */
const side = 96, density = 3;
/** Bytes of a file: a bitmap is made smaller here, an SVG goes into the scene as it is. */
const largest = {bitmap: 24 << 20, svg: 256 << 10};

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function dataAddress(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * A small image as it is; a large one made smaller, sharp at scales up to 3.
 * @param {File} file
 * @returns {Promise<string>}
 * @throws {Error} with words for the visitor
 */
export async function imageAddress(file) {
  if (!kinds.includes(file.type)) throw new Error(`${file.name}: ${texts.images.kind}`);
  const isVector = file.type === 'image/svg+xml', limit = isVector ? largest.svg : largest.bitmap;
  if (file.size > limit) throw new Error(`${file.name}: ${texts.images.large(limit)}`);
  if (isVector) return dataAddress(file);
  const image = await createImageBitmap(file).catch(() => { throw new Error(`${file.name}: ${texts.dropped.unreadable}`); });
  const {width, height} = image, longer = Math.max(width, height);
  if (longer <= side && file.size <= 65536) return dataAddress(file);
  const points = [width, height].map(n => Math.max(1, Math.round(n * Math.min(1, side / longer))));
  const canvas = h('canvas', {width: Math.min(width, points[0] * density), height: Math.min(height, points[1] * density)});
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise(resolve => canvas.toBlob(resolve, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png', 0.88));
  const address = await dataAddress(blob);
  return address.replace(';base64', `;scale=${Number((canvas.width / points[0]).toFixed(4))};base64`);
}

/**
 * Lets the visitor choose an image; nothing happens when they choose none.
 * @param {(address: string, name: string) => void} take
 * @param {(problem: string) => void} complain
 */
export function chooseImage(take, complain) {
  const input = h('input', {type: 'file', accept: kinds.join(','), id: 'image-file', class: 'offscreen', tabIndex: -1, 'aria-hidden': 'true'});
  input.addEventListener('cancel', () => input.remove());
  input.addEventListener('change', async () => {
    const [file] = input.files;
    input.remove();
    try { if (file) take(await imageAddress(file), file.name); } catch (error) { complain(/** @type {Error} */ (error).message); }
  });
  document.getElementById('image-file')?.remove();
  document.body.append(input);
  input.click();
}
