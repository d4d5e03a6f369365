// SPDX-License-Identifier: MIT
/**
 * Vector tiles in plain colors.
 *
 * @typedef {import('./tile.js').Layer} Layer
 * @typedef {import('./tile.js').Feature} Feature
 */

/**
 * A color for each layer, told apart in light and dark.
 * @param {number} i
 */
export const colorOf = i => `hsl(${(i * 137.5 + 210) % 360} 62% 52%)`;

/** Pixels of a tile's side. */
export const tileSide = 512;

/**
 * Paints a tile, or the part of one that a tile beyond its zoom shows.
 * @param {CanvasRenderingContext2D} c
 * @param {Layer[]} layers
 * @param {(name: string) => string} color
 * @param {{k?: number, dx?: number, dy?: number, chosen?: Feature|null}} [part] enlarged k times, from the tile dx, dy of the k × k
 */
export function paintTile(c, layers, color, {k = 1, dx = 0, dy = 0, chosen = null} = {}) {
  c.clearRect(0, 0, tileSide, tileSide);
  for (const layer of layers) {
    const s = tileSide / layer.extent * k;
    for (const f of layer.features) {
      c.beginPath();
      c.strokeStyle = c.fillStyle = color(layer.name);
      for (const ring of f.rings) {
        ring.forEach(([x, y], i) => {
          const px = x * s - dx * tileSide, py = y * s - dy * tileSide;
          if (f.type === 1) { c.moveTo(px + 5, py); c.arc(px, py, 5, 0, 7); } else if (i) c.lineTo(px, py); else c.moveTo(px, py);
        });
      }
      c.lineWidth = f === chosen ? 7 : 1.6;
      if (f.type === 3) { c.globalAlpha = f === chosen ? 0.5 : 0.14; c.fill('evenodd'); }
      c.globalAlpha = f.type === 3 && f !== chosen ? 0.5 : 0.95;
      if (f.type === 1) c.fill(); else c.stroke();
      c.globalAlpha = 1;
    }
  }
}
