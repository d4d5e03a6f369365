// SPDX-License-Identifier: MIT
import {$, fill, h} from '../dom.js';
import {ask, post} from '../server.js';
import {row, select} from './fields.js';
import {texts} from '../texts.js';

/** What the server says of the image: time of each phase, what was left out, warnings. */
export class Report {
  #shown = '';

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.panel = $('panel-report');
  }

  async update() {
    const {doc, image: {settings}} = this.app, {text} = doc, wish = `${settings.threadsQuery} ${text}`;
    if (!this.panel.offsetParent || wish === this.#shown || doc.scene === null) return;
    this.#shown = wish;
    try {
      const [answer, metrics] = await Promise.all([post(`report?${settings.threadsQuery}`, text), ask('metrics').then(r => r.text())]);
      const report = await answer.json();
      if (wish !== this.#shown) return;
      const threads = Number(/threads;desc=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '')?.[1] ?? 1);
      this.#show(report, threads, Number(/^staticmap_drawing_workers (\d+)/m.exec(metrics)?.[1] ?? 1));
    } catch (error) {
      this.#shown = '';
      fill(this.panel, h('div', {class: 'group'}, h('p', {class: 'bad'}, /** @type {Error} */ (error).message)));
    }
  }

  /** @param {any} report @param {number} threads @param {number} workers */
  #show(report, threads, workers) {
    const phases = /** @type {[string, number][]} */ (Object.entries(report.times ?? {})), total = phases.reduce((n, [, ms]) => n + ms, 0) || 1;
    const bar = h('div', {class: 'bars', 'aria-hidden': 'true'}, ...phases.map(([name, ms]) => {
      const piece = h('i', {class: `phase-${name}`, title: `${name} ${ms.toFixed(1)} ms`});
      piece.style.flexGrow = String(ms);
      return piece;
    }));
    const {image, camera} = report, {settings} = this.app.image;
    const counts = [...new Set([1, 2, 4, 8, 16, 32, workers].filter(n => n <= workers))].sort((a, b) => a - b);
    const choice = select([['', texts.allIdle], ...counts.map(n => /** @type {[any, string]} */ ([n, String(n)]))], settings.threads ?? '', v => settings.set('threads', v ? Number(v) : undefined), {id: 'threads'});
    fill(this.panel,
      group(texts.times, bar, table([...phases.map(([n, ms]) => /** @type {[string, any]} */ ([n, `${ms.toFixed(1)} ms`])), ['total', `${total.toFixed(1)} ms`], [texts.threadsUsed, `${threads} of ${workers}`]]), row(texts.threads, [choice])),
      group(texts.output, table([[texts.size, `${image.width} × ${image.height} pixels`], [texts.bytes, image.bytes.toLocaleString('en')], ['SHA-256', h('code', {}, `${image.sha256.slice(0, 16)}…`)]])),
      group(texts.camera, table([['Center', `${camera.center[1].toFixed(5)}, ${camera.center[0].toFixed(5)}`], ['Zoom', camera.zoom.toFixed(3)], ['Bearing', `${camera.bearing}°`], ['Ground', `${camera.metersPerPoint.toFixed(2)} m per point`]])),
      group(texts.warnings, list((report.warnings ?? []).map((/** @type {any} */ w) => typeof w === 'string' ? w : w.message ?? JSON.stringify(w)))),
      group(`${texts.missing} (${report.missingTiles.count})`, list(report.missingTiles.items.map((/** @type {any} */ t) => typeof t === 'string' ? t : Object.values(t).join(' ')))),
      group(`${texts.omitted} (${report.omitted.count})`, list(report.omitted.items.slice(0, 60).map((/** @type {any} */ o) => `${o.text ?? o.target}: ${o.reason}`))),
      group(texts.attribution, h('p', {}, report.attribution || texts.none)),
      group(texts.fonts, h('p', {}, report.fonts.join(', ') || texts.none)),
      h('details', {class: 'group'}, h('summary', {}, 'JSON'), h('pre', {class: 'code', tabIndex: 0}, JSON.stringify(report, null, 2))));
  }
}

/** @param {string} title @param {...any} content */
const group = (title, ...content) => h('div', {class: 'group'}, h('h3', {}, title), ...content);
/** @param {[string, any][]} rows */
const table = rows => h('table', {}, ...rows.map(([k, v]) => h('tr', {}, h('th', {scope: 'row'}, k), h('td', {}, v))));
/** @param {string[]} items */
const list = items => items.length ? h('ul', {class: 'lost'}, ...items.map(i => h('li', {}, i))) : h('p', {class: 'note'}, texts.none);
