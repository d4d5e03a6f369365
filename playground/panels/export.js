// SPDX-License-Identifier: MIT
import {$, copy, fill, h, icon, iconButton, say} from '../dom.js';
import {getJSON, post} from '../server.js';
import {permalink, pictureAddress} from '../export/permalink.js';
import {swiftCode} from '../export/swift.js';
import {commandLine, curl} from '../export/commands.js';
import {dialects} from '../export/dialects.js';
import {texts} from '../texts.js';

const formats = [['png', 'PNG'], ['svg', 'SVG'], ['pdf', 'PDF'], ['webp', 'WebP'], ['jpeg', 'JPEG']];

/** The map to take away: files, code, addresses. */
export class Export {
  #tab = 'swift';
  #shown = '';

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.panel = $('panel-export');
    this.code = h('div', {id: 'export-code', role: 'tabpanel', 'aria-labelledby': 'export-tab-swift'});
    const names = {json: 'JSON', swift: 'Swift', cli: 'Shell', curl: 'curl', addresses: 'URLs'};
    this.tabs = h('div', {class: 'small-tabs', role: 'tablist', 'aria-label': 'Code'}, ...Object.entries(names).map(([id, name]) =>
      h('button', {type: 'button', role: 'tab', id: `export-tab-${id}`, 'aria-controls': 'export-code', 'data-export': id, onclick: () => this.#choose(id)}, name)));
    this.tabs.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
      const all = [...this.tabs.children], step = {ArrowRight: 1, ArrowLeft: -1}[e.key], here = all.indexOf(document.activeElement);
      if (step && here >= 0) { const next = all[(here + step + all.length) % all.length]; next.click(); next.focus(); }
    });
    fill(this.panel,
      h('div', {class: 'group'}, h('h3', {}, texts.download), h('div', {class: 'chips'}, ...formats.map(([f, name]) =>
        h('button', {type: 'button', class: 'button', 'data-format': f, onclick: () => this.download(f)}, icon('download'), name)))),
      h('div', {class: 'group'}, h('h3', {}, texts.permalink), h('div', {class: 'chips'},
        h('button', {type: 'button', class: 'button', id: 'copy-link', onclick: async () => copy(await permalink(app.doc.text), texts.linkCopied)}, icon('link'), 'This page'),
        h('button', {type: 'button', class: 'button', id: 'copy-picture', onclick: async () => copy(await pictureAddress(app.doc.text, 'png'), texts.copied)}, icon('image'), 'The picture'))),
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

  update() {
    const {doc} = this.app;
    if (!this.panel.offsetParent || doc.scene === null || this.#shown === doc.text) return;
    this.#shown = doc.text;
    if (this.#tab === 'addresses') { this.#addresses(); return; }
    const code = /** @type {Record<string, () => string>} */ ({json: () => doc.text, swift: () => swiftCode(doc.scene, doc.text), cli: () => commandLine(doc.scene, doc.text), curl: () => curl(doc.text)})[this.#tab]?.() ?? '';
    fill(this.code,
      h('div', {class: 'code-head'}, h('p', {}, texts.export[/** @type {'json'} */ (this.#tab)]), iconButton('copy', texts.copy, () => copy(code, texts.copied))),
      h('pre', {class: 'code', tabIndex: 0, id: 'code'}, code));
  }

  #addresses() {
    const {doc, picture} = this.app;
    fill(this.code, h('p', {class: 'note'}, texts.export.addresses), ...dialects(doc.scene, picture).map(d => {
      const lost = h('ul', {class: 'lost'}, ...(d.lost.length ? d.lost.map(l => h('li', {}, l)) : [h('li', {}, texts.export.nothingLost)]));
      // The server says what it understands of the address.
      getJSON(`explain?url=${encodeURIComponent(d.address)}`).then(answer => {
        for (const w of answer.warnings ?? []) lost.append(h('li', {}, w));
      }, error => lost.append(h('li', {class: 'bad'}, error.message)));
      return h('div', {class: 'dialect', 'data-dialect': d.id},
        h('div', {class: 'code-head'}, h('h4', {}, d.name), h('a', {class: 'icon-button', href: d.address, target: '_blank', rel: 'noopener', 'aria-label': `${d.name}: open`, title: 'Open'}, icon('open')), iconButton('copy', `${d.name}: ${texts.copy}`, () => copy(d.address, texts.copied))),
        h('pre', {class: 'code', tabIndex: 0}, d.address), lost);
    }));
  }

  /** @param {string} format */
  async download(format) {
    try {
      const blob = await (await post(`render?format=${format}`, this.app.doc.text)).blob();
      const link = h('a', {href: URL.createObjectURL(blob), download: `map.${format === 'jpeg' ? 'jpg' : format}`});
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      say(`map.${format === 'jpeg' ? 'jpg' : format}, ${(blob.size / 1024).toFixed(0)} kB`);
    } catch (error) { say(/** @type {Error} */ (error).message); }
  }
}
