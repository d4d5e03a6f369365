// SPDX-License-Identifier: MIT
import {$, copy, fill, h, icon, iconButton, say} from '../dom.js';
import {post, server, usable} from '../server.js';
import {formats, queryFor} from '../settings.js';
import {set} from '../scene/edits.js';
import {coordinate, decimals, rounded} from '../map/mercator.js';
import {permalink, renderAddress} from '../export/permalink.js';
import {swiftCode} from '../export/swift.js';
import {commandLine, curl} from '../export/commands.js';
import {dialects} from '../export/dialects.js';
import {texts} from '../texts.js';

/** The map to take away: files, code, addresses. */
export class Export {
  #tab = 'swift';
  #shown = '';

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.panel = $('panel-export');
    this.code = h('div', {id: 'export-code', role: 'tabpanel', 'aria-labelledby': 'export-tab-swift'});
    this.motion = h('div', {});
    const names = {json: 'JSON', swift: 'Swift', cli: 'Shell', curl: 'curl', addresses: 'URLs'};
    this.tabs = h('div', {class: 'small-tabs', role: 'tablist', 'aria-label': 'Code'}, ...Object.entries(names).map(([id, name]) =>
      h('button', {type: 'button', role: 'tab', id: `export-tab-${id}`, 'aria-controls': 'export-code', 'data-export': id, onclick: () => this.#choose(id)}, name)));
    this.tabs.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
      const all = [...this.tabs.children], step = {ArrowRight: 1, ArrowLeft: -1}[e.key], here = all.indexOf(document.activeElement);
      if (step && here >= 0) { const next = all[(here + step + all.length) % all.length]; next.click(); next.focus(); }
    });
    fill(this.panel,
      h('div', {class: 'group'}, h('h3', {}, texts.download), h('div', {class: 'chips'}, ...formats.filter(f => f.id !== 'png8').map(f =>
        h('button', {type: 'button', class: 'button', 'data-format': f.id, onclick: () => this.download(f.id)}, icon('download'), f.name)))),
      h('div', {class: 'group', id: 'animation'}, h('h3', {}, texts.animation.title), this.motion),
      h('div', {class: 'group'}, h('h3', {}, texts.permalink), h('div', {class: 'chips'},
        h('button', {type: 'button', class: 'button', id: 'copy-link', onclick: async () => copy(permalink(app.doc.text), texts.linkCopied)}, icon('link'), 'This page'),
        h('button', {type: 'button', class: 'button', id: 'copy-image', onclick: async () => copy(renderAddress(app.doc.text, app.image.settings), texts.copied)}, icon('image'), 'The image'))),
      h('div', {class: 'group'}, this.tabs, this.code));
    this.#choose('swift');
  }

  /** @param {string} tab */
  #choose(tab) {
    this.#tab = tab;
    this.#shown = '';
    for (const b of this.tabs.children) {
      b.setAttribute('aria-selected', String(b.dataset.export === tab));
      b.tabIndex = b.dataset.export === tab ? 0 : -1;
    }
    this.code.setAttribute('aria-labelledby', `export-tab-${tab}`);
    this.update();
  }

  async update() {
    const {doc, image: {settings}} = this.app, wish = `${settings.query} ${doc.text}`;
    if (!this.panel.offsetParent || doc.scene === null || this.#shown === wish) return;
    this.#shown = wish;
    this.#animation();
    if (this.#tab === 'addresses') { this.#addresses(); return; }
    const tab = this.#tab;
    const code = await /** @type {Record<string, () => string|Promise<string>>} */ ({json: () => doc.text, swift: () => swiftCode(doc.scene, doc.text, settings), cli: () => commandLine(doc.scene, doc.text, settings), curl: () => curl(doc.text, settings)})[tab]?.() ?? '';
    if (wish !== this.#shown || tab !== this.#tab) return;
    fill(this.code,
      h('div', {class: 'code-head'}, h('p', {}, texts.export[/** @type {'json'} */ (this.#tab)]), iconButton('copy', texts.copy, () => copy(code, texts.copied))),
      h('pre', {class: 'code', tabIndex: 0, id: 'code', 'data-code': tab}, code));
  }

  /** A scene that moves can be played; any other gets a flight to where the map is now. */
  #animation() {
    const {doc} = this.app, moves = doc.scene.animation !== undefined;
    const waypoint = h('button', {type: 'button', class: 'button', id: 'add-waypoint', title: texts.animation.about, onclick: () => this.#addWaypoint()}, icon('plus'), texts.animation.add);
    if (!moves) { fill(this.motion, h('div', {class: 'chips'}, waypoint)); return; }
    const film = h('div', {class: 'film', id: 'film'});
    const play = h('button', {type: 'button', class: 'button main', id: 'play', onclick: async () => {
      play.disabled = true;
      fill(film, h('p', {class: 'note'}, texts.loading));
      const blob = await this.#film('webp').catch(error => { fill(film, h('p', {class: 'note bad'}, error.message)); });
      play.disabled = false;
      if (!blob) return;
      const image = h('img', {alt: texts.animation.title, src: URL.createObjectURL(blob), id: 'film-image'});
      image.addEventListener('load', () => URL.revokeObjectURL(image.src), {once: true});
      fill(film, image);
    }}, icon('play'), texts.animation.play);
    const files = [['webp', 'WebP'], ['png', 'APNG'], ['gif', 'GIF']].map(([format, name]) =>
      h('button', {type: 'button', class: 'button', 'data-animation': format, onclick: async () => {
        try { save(await this.#film(format), `map.${format}`); } catch (error) { say(/** @type {Error} */ (error).message); }
      }}, icon('download'), name));
    fill(this.motion, h('div', {class: 'chips'}, play, waypoint, ...files), film);
  }

  /** @param {string} format */
  #film(format) { return server.animate(this.app.doc.text, {format: /** @type {'webp'} */ (format)}); }

  /** The camera as it is now becomes the end of the flight. */
  #addWaypoint() {
    const {doc, image: {view}} = this.app, {animation} = doc.scene;
    if (!view) return;
    const d = decimals(view.zoom), camera = {center: coordinate(view).map(v => rounded(v, d)), zoom: rounded(view.zoom, 2),
      ...(Math.abs(view.bearing) > 0.05 ? {bearing: rounded(view.bearing, 1)} : {}), ...(view.pitch ? {pitch: view.pitch} : {})};
    doc.endGroup();
    const text = Array.isArray(animation?.camera) ? set(doc.text, ['animation', 'camera', animation.camera.length], {camera})
      : set(doc.text, ['animation'], {duration: 4, fps: 15, ...animation, camera: [{}, {camera}]});
    doc.change(text, {source: 'panel'});
  }

  #addresses() {
    const {doc, image} = this.app;
    fill(this.code, h('p', {class: 'note'}, texts.export.addresses), ...dialects(doc.scene, image).map(d => {
      const lost = h('ul', {class: 'lost'}, ...(d.lost.length ? d.lost.map(l => h('li', {}, l)) : [h('li', {}, texts.export.nothingLost)]));
      // The server says what it understands of the address.
      server.explain(d.address).then(answer => {
        for (const w of answer.warnings ?? []) lost.append(h('li', {}, w));
      }, error => lost.append(h('li', {class: 'bad'}, error.message)));
      const open = h('a', {class: 'icon-button', href: d.address, target: '_blank', rel: 'noopener', 'aria-label': `${d.name}: open`, title: 'Open'}, icon('open'));
      usable(d.address).then(url => { open.href = url; });
      return h('div', {class: 'dialect', 'data-dialect': d.id},
        h('div', {class: 'code-head'}, h('h4', {}, d.name), open, iconButton('copy', `${d.name}: ${texts.copy}`, () => copy(usable(d.address), texts.copied))),
        h('pre', {class: 'code', tabIndex: 0}, d.address), lost);
    }));
  }

  /** @param {import('../settings.js').Format} format */
  async download(format) {
    try {
      const {doc, image: {settings}} = this.app, name = `map.${formats.find(f => f.id === format)?.ending}`;
      // A PNG has as many colors as is chosen.
      const chosen = format === 'png' && settings.format === 'png8' ? 'png8' : format;
      const blob = await (await post(`render?${queryFor(chosen, settings.quality)}&${settings.threadsQuery}`, doc.text)).blob();
      save(blob, name);
    } catch (error) { say(/** @type {Error} */ (error).message); }
  }
}

/**
 * Hands a file to the browser.
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = h('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  say(`${name}, ${Math.max(1, Math.round(blob.size / 1000))} kB`);
}
