// SPDX-License-Identifier: MIT
/**
 * Mapbox Vector Tiles, version 2, as far as an inspector needs them.
 *
 * @typedef {{type: number, properties: Record<string, any>, rings: number[][][], id?: number}} Feature rings of [x, y]
 * @typedef {{name: string, extent: number, features: Feature[]}} Layer
 */

/** A reader of protocol buffers that never reads beyond its end. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} [at] @param {number} [end] */
  constructor(bytes, at = 0, end = bytes.length) { this.bytes = bytes; this.at = at; this.end = Math.min(end, bytes.length); }
  get more() { return this.at < this.end; }
  varint() {
    let value = 0, factor = 1;
    for (let i = 0; i < 10; i++) {
      if (this.at >= this.end) throw new RangeError('the tile is cut off');
      const b = this.bytes[this.at++];
      value += (b & 0x7f) * factor;
      if (b < 128) return value;
      factor *= 128;
    }
    throw new RangeError('a number of the tile is too long');
  }
  /** @returns {[number, number]} field and wire type */
  key() { const k = this.varint(); return [Math.floor(k / 8), k % 8]; }
  part() {
    const length = this.varint(), start = this.at;
    if (start + length > this.end) throw new RangeError('the tile is cut off');
    this.at += length;
    return new Reader(this.bytes, start, start + length);
  }
  text() { return new TextDecoder().decode(this.bytes.subarray(this.at, this.end)); }
  /** @param {number} wire */
  skip(wire) {
    if (wire === 0) this.varint();
    else if (wire === 1) this.at += 8;
    else if (wire === 2) this.part();
    else if (wire === 5) this.at += 4;
    else throw new RangeError('the tile is damaged');
  }
}

/** @param {Reader} r */
function value(r) {
  while (r.more) {
    const [field, wire] = r.key();
    const view = new DataView(r.bytes.buffer, r.bytes.byteOffset);
    switch (field) {
      case 1: return r.part().text();
      case 2: return view.getFloat32(r.at, true);
      case 3: return view.getFloat64(r.at, true);
      case 4: case 5: return r.varint();
      case 6: { const n = r.varint(); return n % 2 ? -(n + 1) / 2 : n / 2; }
      case 7: return r.varint() !== 0;
      default: r.skip(wire);
    }
  }
  return null;
}

/** @param {Reader} r @param {number} type @returns {number[][][]} */
function geometry(r, type) {
  /** @type {number[][][]} */
  const rings = [];
  let x = 0, y = 0, ring = /** @type {number[][]} */ ([]);
  const delta = () => { const n = r.varint(); return n % 2 ? -(n + 1) / 2 : n / 2; };
  while (r.more) {
    const command = r.varint(), id = command % 8, count = Math.floor(command / 8);
    if (id === 7) { if (ring.length) ring.push(ring[0]); continue; }
    if (id !== 1 && id !== 2) break;
    for (let i = 0; i < count && r.more; i++) {
      x += delta();
      y += delta();
      if (id === 1 && !(type === 1 && ring.length)) { ring = []; rings.push(ring); }
      ring.push([x, y]);
    }
  }
  return rings;
}

/** @param {ArrayBuffer} buffer @returns {Layer[]} */
export function decoded(buffer) {
  const tile = new Reader(new Uint8Array(buffer)), layers = [];
  while (tile.more) {
    const [field, wire] = tile.key();
    if (field === 3) layers.push(layer(tile.part())); else tile.skip(wire);
  }
  return layers;
}

/** @param {Reader} r @returns {Layer} */
function layer(r) {
  let name = '', extent = 4096;
  /** @type {string[]} */ const keys = [];
  /** @type {any[]} */ const values = [];
  /** @type {Reader[]} */ const raw = [];
  while (r.more) {
    const [field, wire] = r.key();
    switch (field) {
      case 1: name = r.part().text(); break;
      case 2: raw.push(r.part()); break;
      case 3: keys.push(r.part().text()); break;
      case 4: values.push(value(r.part())); break;
      case 5: extent = r.varint() || 4096; break;
      default: r.skip(wire);
    }
  }
  return {name, extent, features: raw.map(f => feature(f, keys, values))};
}

/** @param {Reader} r @param {string[]} keys @param {any[]} values @returns {Feature} */
function feature(r, keys, values) {
  /** @type {Feature} */
  const result = {type: 0, properties: {}, rings: []};
  /** @type {Reader|null} */
  let shape = null;
  while (r.more) {
    const [field, wire] = r.key();
    if (field === 1) result.id = r.varint();
    else if (field === 2) { const tags = r.part(); while (tags.more) { const k = tags.varint(), v = tags.varint(); if (keys[k] !== undefined) result.properties[keys[k]] = values[v]; } }
    else if (field === 3) result.type = r.varint();
    else if (field === 4) shape = r.part();
    else r.skip(wire);
  }
  if (shape) result.rings = geometry(shape, result.type);
  return result;
}
