// SPDX-License-Identifier: MIT
/**
 * What the scene's JSON schema says of a path.
 *
 * @typedef {any} Definition a schema, as it is written
 * @typedef {import('./json.js').Path} Path
 */
export class Schema {
  /** @param {any} root */
  constructor(root) { this.root = root; }

  /**
   * A schema without its reference; what stands beside the reference wins.
   * @param {Definition} d
   * @returns {Definition}
   */
  resolved(d) {
    for (let i = 0; d?.$ref && i < 8; i++) {
      const {$ref, ...own} = d;
      d = {...this.root.$defs[$ref.split('/').pop()], ...own};
    }
    return d;
  }

  /**
   * The schemas that a value may follow; of alternatives those that fit it.
   * @param {Definition} d @param {any} value @returns {Definition[]}
   */
  alternatives(d, value) {
    d = this.resolved(d);
    if (!d) return [];
    const branches = (d.oneOf ?? d.anyOf)?.filter((/** @type {any} */ b) => b.$ref || b.type || b.properties || b.enum || b.const);
    if (!branches?.length || d.properties) return [d];
    const all = branches.flatMap((/** @type {any} */ b) => this.alternatives(b, value));
    const fitting = all.filter((/** @type {any} */ b) => this.#fits(b, value));
    return fitting.length ? fitting : all;
  }

  /** @param {Definition} d @param {any} value */
  #fits(d, value) {
    if (value === undefined) return true;
    const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    if (d.type && ![d.type].flat().includes(kind) && !(kind === 'number' && [d.type].flat().includes('integer'))) return false;
    if (kind !== 'object') return true;
    const type = this.resolved(d.properties?.type);
    const own = value.type;
    if (type && own !== undefined) return type.const === own || type.enum?.includes(own) === true;
    return own === undefined || type === undefined;
  }

  /**
   * Definitions of what stands at a path of a scene.
   * @param {any} scene
   * @param {Path} path
   * @returns {Definition[]}
   */
  at(scene, path) {
    let found = this.alternatives(this.root, scene), value = scene;
    for (const step of path) {
      const next = [];
      value = value?.[step];
      for (const d of found) {
        const child = typeof step === 'number' ? d.prefixItems?.[step] ?? (d.items || undefined) : d.properties?.[step];
        if (child) next.push(...this.alternatives(child, value).map(c => ({...c, description: this.resolved(child).description ?? c.description})));
      }
      found = next;
    }
    return found;
  }

  /**
   * Keys that may stand in the object at a path, with their definitions.
   * @param {any} scene
   * @param {Path} path
   * @returns {Map<string, Definition>}
   */
  keys(scene, path) {
    const keys = new Map();
    for (const d of this.at(scene, path)) {
      for (const [key, child] of Object.entries(d.properties ?? {})) if (!keys.has(key)) keys.set(key, this.resolved(child));
    }
    return keys;
  }

  /**
   * Values that a definition names.
   * @param {Definition} d
   * @returns {any[]}
   */
  values(d) {
    d = this.resolved(d) ?? {};
    if (d.enum) return d.enum;
    if ('const' in d) return [d.const];
    if (d.type === 'boolean') return [true, false];
    return (d.oneOf ?? d.anyOf ?? []).flatMap((/** @type {any} */ b) => this.values(b));
  }

  /**
   * What a key is for, in words.
   * @param {Definition} d
   */
  about(d) {
    d = this.resolved(d) ?? {};
    const parts = [d.description ?? ''];
    const type = d.enum ? d.enum.join(', ') : [d.type].flat().filter(Boolean).join(' or ');
    if (d.minimum !== undefined || d.maximum !== undefined) parts.push(`${type || 'number'}, ${d.minimum ?? '…'} to ${d.maximum ?? '…'}.`);
    if (d.default !== undefined) parts.push(`Default: ${JSON.stringify(d.default)}.`);
    return parts.filter(Boolean).join(' ');
  }
}
