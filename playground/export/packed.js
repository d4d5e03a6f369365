// SPDX-License-Identifier: MIT
/** A scene in an address: deflated, in base64url, as `GET /render?scene=` takes it too. */

/** @param {string} text @returns {Promise<string>} */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const b of bytes) binary += String.fromCharCode(b);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The scene's text in a fragment such as `#scene=…`; null when there is none.
 * @param {string} fragment
 * @returns {Promise<string|null>}
 */
export async function sceneIn(fragment) {
  const code = /^#scene=([\w-]+)$/.exec(fragment)?.[1];
  if (!code) return null;
  const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  // A small link must not fill the memory.
  const reader = stream.getReader(), parts = [];
  for (let size = 0; ;) {
    const {done, value} = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 5_000_000) { await reader.cancel(); return null; }
    parts.push(value);
  }
  return new Blob(parts).text();
}
