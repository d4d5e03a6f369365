// SPDX-License-Identifier: MIT
import {$, fill, h} from '../dom.js';
import {showExamples} from './examples.js';
import {unlockButton} from './unlock.js';
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
    // What comes late for a page that was left goes nowhere.
    const id = decodeURIComponent(rest), page = $('page').cloneNode(false), open = (/** @type {string} */ t) => this.open(t);
    /** @type {Record<string, () => any>} */
    const views = {
      examples: () => showExamples(page, open),
      styles: async () => id ? (await import('./viewer.js')).showStyle(page, id) : (await import('./catalog.js')).showStyles(page, open),
      data: async () => id ? (await import('./viewer.js')).showTiles(page, id) : (await import('./catalog.js')).showData(page),
      compare: async () => (await import('./compare.js')).showCompare(page, this.app),
    };
    $('page').replaceWith(page);
    const isPage = Object.hasOwn(views, name);
    $('playground').hidden = isPage;
    page.hidden = !isPage;
    for (const a of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#pages a'))) {
      if (a.dataset.page === (isPage ? name : 'playground')) {
        a.setAttribute('aria-current', 'page');
        a.scrollIntoView({block: 'nearest', inline: 'center'});
      } else a.removeAttribute('aria-current');
    }
    document.title = isPage ? `${texts[/** @type {'styles'} */ (name)]}, staticmap` : 'staticmap';
    page.className = '';
    if (!isPage) return;
    page.tabIndex = -1;
    try {
      const leave = await views[name]() ?? null;
      if (page.isConnected) this.#leave = leave; else leave?.();
    } catch (error) {
      fill(page, h('div', {class: 'page-head'}, h('p', {class: 'bad', role: 'alert'}, /** @type {Error} */ (error).message), unlockButton(error, () => this.show())));
    }
  }
}
