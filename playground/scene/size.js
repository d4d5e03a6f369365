// SPDX-License-Identifier: MIT
/** @param {any} scene @returns {{size: [number, number], scale: number}} what the image will have */
export function sizeOf(scene) {
  const given = scene?.size, isPair = Array.isArray(given) && given.length === 2 && given.every(n => typeof n === 'number' && n > 0);
  const scale = typeof scene?.scale === 'number' ? scene.scale : 1;
  return {size: isPair ? [given[0], given[1]] : [800, 600], scale};
}

/**
 * The scene at another scale, without another change.
 * @param {string} text
 * @param {number} scale
 */
export function scaled(text, scale) {
  try {
    const scene = JSON.parse(text);
    return JSON.stringify({...scene, scale});
  } catch { return text; }
}
