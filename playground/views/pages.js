// SPDX-License-Identifier: MIT
import {$, fill, h} from '../dom.js';
import {showCompare} from './compare.js';
import {showData, showStyles} from './catalog.js';
import {showExamples} from './examples.js';
import {showStyle, showTiles} from './viewer.js';
import {texts} from '../texts.js';

/** The pages beside the playground, each under a fragment of the address. */
export class Pages {
  /** @type {(() => void)|null} */ #leave = null;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    addEventListener('hashchange', () => this.show());
    for (const a of document.querySelectorAll('a[href="#"]')) {
      a.addEventListener('click', e => { e.preventDefault(); if (location.hash) { history.pushState(null, '', location.pathname + location.search); this.show(); } });
    }
    addEventListener('popstate', () => this.show());
    this.show();
  }

  /** @param {string} text */
  open(text) {
    const {doc} = this.app;
    doc.endGroup();
    doc.select(null);
    doc.change(text, {source: 'example'});
    history.pushState(null, '', location.pathname + location.search);
    this.show();
  }

  async show() {
    this.#leave?.();
    this.#leave = null;
    const [, name = '', rest = ''] = /^#(\w+)(?:\/(.*))?$/.exec(location.hash) ?? [];
    const id = decodeURIComponent(rest), page = $('page'), open = (/** @type {string} */ t) => this.open(t);
    /** @type {Record<string, () => any>} */
    const views = {
      examples: () => showExamples(page, open), styles: () => id ? showStyle(page, id) : showStyles(page, open),
      data: () => id ? showTiles(page, id) : showData(page), compare: () => showCompare(page, this.app),
    };
    const isPage = Object.hasOwn(views, name);
    $('playground').hidden = isPage;
    page.hidden = !isPage;
    for (const a of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#pages a'))) {
      if (a.dataset.page === (isPage ? name : 'playground')) a.setAttribute('aria-current', 'page'); else a.removeAttribute('aria-current');
    }
    document.title = isPage ? `${texts[/** @type {'styles'} */ (name)]}, staticmap` : 'staticmap';
    page.replaceChildren();
    page.className = '';
    if (!isPage) return;
    page.tabIndex = -1;
    try { this.#leave = await views[name]() ?? null; } catch (error) {
      fill(page, h('div', {class: 'page-head'}, h('p', {class: 'bad', role: 'alert'}, /** @type {Error} */ (error).message)));
    }
  }
}
