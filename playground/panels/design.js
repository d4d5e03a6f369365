// SPDX-License-Identifier: MIT
import {$, fill, h, icon, iconButton, later} from '../dom.js';
import {nodeAt, plain} from '../scene/json.js';
import {removed, set} from '../scene/edits.js';
import {sizeOf} from '../scene/size.js';
import {withView} from '../map/camera.js';
import {coordinate, decimals, rounded, toWorld} from '../map/mercator.js';
import {number, row, segments, select} from './fields.js';
import {kindOf, properties} from './properties.js';
import {formats} from '../settings.js';
import {texts} from '../texts.js';

/** The map's own settings, or the properties of what is selected. */
export class Design {
  /**
   * The field that is being filled in.
   * @type {HTMLInputElement|null}
   */
  #dirty = null;
  /** Whether something of it is pressed, which is a click only if it is still there when it is let go. */
  #isHeld = false;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.panel = $('panel-design');
    this.panel.addEventListener('input', (/** @type {Event} */ e) => { const {target} = e; this.#dirty = target instanceof HTMLInputElement && /^(text|number|color)$/.test(target.type) ? target : null; });
    this.panel.addEventListener('change', () => { this.#dirty = null; });
    this.panel.addEventListener('focusout', () => { this.#dirty = null; });
    this.panel.addEventListener('pointerdown', () => { this.#isHeld = true; });
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => { this.#isHeld = false; });
    const soon = later(() => { if (this.#isHeld) soon(); else this.update(); }, 120);
    app.doc.addEventListener('select', () => this.update(true));
    app.doc.addEventListener('change', soon);
    app.image.addEventListener('settled', soon);
    this.update();
  }

  /** @param {boolean} [always] also while a field of it is being filled in */
  update(always = false) {
    const {doc} = this.app, {activeElement} = document;
    // A form is not taken from under the hands of who fills it in.
    if (!always && this.#dirty || doc.scene === null) return;
    const all = () => [...this.panel.querySelectorAll('input, select, button, summary')], here = all().indexOf(/** @type {any} */ (activeElement));
    const path = doc.selected, node = path && nodeAt(doc.parsed.root, path);
    const isOpen = this.panel.querySelector('details')?.open;
    if (path && node) fill(this.panel, this.#title(path, plain(node)), ...properties(this.app, path));
    else fill(this.panel, ...this.#map());
    const details = this.panel.querySelector('details');
    if (isOpen && details && path) details.open = true;
    const next = all()[here];
    if (next && !always && next.tagName === activeElement?.tagName) /** @type {HTMLElement} */ (next).focus({preventScroll: true});
  }

  /** @param {import('../scene/json.js').Path} path @param {any} item */
  #title(path, item) {
    const {doc, stage} = this.app;
    return h('div', {class: 'title-row'},
      iconButton('back', texts.deselect, () => doc.select(null)),
      h('h2', {}, label(item, path)),
      path.length > 1 && iconButton('duplicate', texts.duplicate, () => {
        const {id: _, ...copy} = item, list = doc.scene[path[0]];
        doc.endGroup();
        doc.change(set(doc.text, [path[0], list.length], shifted(copy, this.app.image)), {source: 'panel'});
        doc.select([path[0], list.length]);
      }),
      iconButton('trash', texts.remove, () => stage.removeSelected()));
  }

  #map() {
    const {doc, styles} = this.app, scene = doc.scene ?? {}, basemap = scene.basemap;
    const isObject = basemap && typeof basemap === 'object', style = isObject ? basemap.style : basemap;
    const put = (/** @type {import('../scene/json.js').Path} */ path, /** @type {any} */ value) => {
      doc.endGroup();
      doc.change(value === undefined ? removed(doc.text, path) : set(doc.text, path, value), {source: 'panel'});
    };
    const setStyle = (/** @type {string} */ v) => put(isObject ? ['basemap', 'style'] : ['basemap'], v);
    const language = isObject ? basemap.language ?? '' : '';
    /** @type {[any, string][]} */
    const known = styles.map(s => [s.id, s.name]);
    if (!styles.some(s => s.id === style)) known.unshift(typeof style === 'string' ? [style, style] : ['', texts.unset]);
    const setMember = (/** @type {string} */ key) => (/** @type {string} */ v) => {
      if (isObject) put(['basemap', key], v || undefined);
      else if (v) put(['basemap'], {...(style ? {style} : {}), [key]: v});
    };
    const worldview = isObject ? basemap.worldview ?? '' : '';
    return [
      h('div', {class: 'group'}, h('h3', {}, texts.map),
        row(texts.style, [select(known, style ?? '', setStyle, {id: 'style'})]),
        row(texts.language, [select([['', texts.styleDefault], ['local', texts.local], ...languages], language, setMember('language'), {id: 'language'})]),
        row(texts.worldview, [select([['', texts.everybody], ...views()], worldview, setMember('worldview'), {id: 'worldview'})]),
        row(texts.appearance, [segments([['', texts.automatic], ['light', texts.light], ['dark', texts.dark]], scene.appearance ?? '', v => put(['appearance'], v || undefined), texts.appearance)], '', true)),
      h('div', {class: 'group'}, h('h3', {}, texts.output), ...this.#output(put)),
      h('div', {class: 'group'}, h('h3', {}, texts.camera), ...this.#camera(put)),
      h('div', {class: 'group'}, h('h3', {}, texts.content), this.#content()),
    ];
  }

  /** @param {(path: import('../scene/json.js').Path, value: any) => void} put */
  #output(put) {
    const {doc} = this.app, {size: [w, hh], scale} = sizeOf(doc.scene);
    const paper = papers.find(([, pw, ph]) => Math.abs(w - points(pw)) < 1 && Math.abs(hh - points(ph)) < 1);
    const screen = screens.find(([, sw, sh]) => w === sw && hh === sh);
    const choose = (/** @type {string} */ name) => {
      const p = papers.find(p => p[0] === name), s = screens.find(s => s[0] === name);
      if (p) put(['size'], [points(p[1]), points(p[2])]);
      if (s) put(['size'], [s[1], s[2]]);
    };
    const choice = select([['', 'Custom']], '', choose, {id: 'size-preset'});
    choice.append(h('optgroup', {label: texts.screenSizes}, ...screens.map(s => h('option', {value: s[0], selected: s === screen}, s[0]))),
      h('optgroup', {label: texts.printSizes}, ...papers.map(p => h('option', {value: p[0], selected: p === paper}, p[0]))));
    const side = (/** @type {number} */ i, /** @type {string} */ name) => number(i ? hh : w, v => v && put(['size'], i ? [w, v] : [v, hh]), {min: 1, max: 16000, 'aria-label': name, id: i ? 'height' : 'width'});
    const rows = [row(texts.size, [choice]), row(texts.points, [side(0, 'Width'), h('span', {class: 'times', 'aria-hidden': 'true'}, '×'), side(1, 'Height')], '', true)];
    if (paper) rows.push(row(texts.dpi, [number(Math.round(scale * 96), v => v && put(['scale'], rounded(v / 96, 4)), {min: 48, max: 384, id: 'dpi'})], '96 dpi is scale 1.'));
    else rows.push(row(texts.scale, [segments([['1', '1×'], ['2', '2×'], ['3', '3×'], ['4', '4×']], String(scale), v => put(['scale'], Number(v)), texts.scale)], '', true));
    const {settings} = this.app.image, {about} = settings;
    rows.push(row(texts.format, [select(formats.map(f => [f.id, f.name]), settings.format, v => settings.set('format', v), {id: 'format'})]));
    if (about.quality) rows.push(row(texts.quality, [number(settings.quality, v => settings.set('quality', v === undefined ? v : Math.max(1, Math.min(100, Math.round(v)))), {min: 1, max: 100, step: 1, placeholder: about.quality, id: 'quality'})], texts.qualityRange));
    if (!about.isBitmap) rows.push(h('p', {class: 'note'}, texts.vectorPreview));
    return rows;
  }

  /** @param {(path: import('../scene/json.js').Path, value: any) => void} put */
  #camera(put) {
    const {doc, image, stage} = this.app, camera = doc.scene?.camera, {view, size} = image;
    const kind = camera?.center ? 'center' : camera?.region ? 'region' : camera?.bounds ? 'bounds' : camera?.follow ? '' : 'fit';
    const corner = (/** @type {number} */ x, /** @type {number} */ y) => {
      if (!view) return [0, 0];
      const [lon, lat] = coordinate(toWorld(view, size, {x, y})), d = decimals(view.zoom);
      return [rounded(lon, d), rounded(lat, d)];
    };
    const choose = (/** @type {string} */ v) => {
      if (!view) return;
      const [west, south] = corner(0, size[1]), [east, north] = corner(size[0], 0);
      if (v === 'center') { doc.endGroup(); doc.change(withView(doc.text, view, view), {source: 'panel'}); }
      if (v === 'fit') put(['camera'], {fit: 'all', padding: 40});
      if (v === 'bounds') put(['camera'], {bounds: [west, south, east, north]});
      if (v === 'region') put(['camera'], {region: {center: corner(size[0] / 2, size[1] / 2), span: {latitudeDelta: rounded(Math.abs(north - south), 6), longitudeDelta: rounded(Math.abs(east - west), 6)}}});
    };
    return [
      h('div', {class: 'row-wide'}, segments(Object.entries(texts.cameras).map(([k, v]) => [k, v]), kind, choose, texts.camera)),
      row('Zoom', [number(view ? rounded(view.zoom, 2) : undefined, v => { if (v !== undefined && view) stage.setView({...view, zoom: v}, ''); }, {min: -1, max: 22, id: 'zoom'})]),
      row('Bearing', [number(view ? rounded(((view.bearing % 360) + 360) % 360, 1) % 360 : undefined, v => stage.turn(v ?? 0), {id: 'bearing'})]),
      ...(stage.canTilt ? [row(texts.pitch, [number(view?.pitch ?? 0, v => stage.tilt(v ?? 0), {min: 0, max: 70, id: 'pitch'})])] : []),
    ];
  }

  #content() {
    const {doc} = this.app, scene = doc.scene ?? {};
    const items = ['annotations', 'overlays', 'decorations'].flatMap(list => (Array.isArray(scene[list]) ? scene[list] : []).map((/** @type {any} */ item, /** @type {number} */ i) => ({item, path: [list, i]})));
    if (scene.userLocation) items.push({item: scene.userLocation, path: ['userLocation']});
    if (!items.length) return h('p', {class: 'note'}, texts.empty);
    return h('div', {class: 'items'}, ...items.slice(0, 200).map(({item, path}) =>
      h('button', {type: 'button', class: 'item', onclick: () => doc.select(path, 'panel')},
        icon(iconOf(item, path)), h('span', {}, label(item, path)), h('small', {}, kindName(item, path)))));
  }
}

/** @param {any} item @param {import('../scene/json.js').Path} path */
const kindName = (item, path) => {
  const k = kindOf(item, path) === 'annotations' ? item?.view ?? 'marker' : kindOf(item, path);
  return texts.kinds[/** @type {keyof typeof texts.kinds} */ (k)] ?? k;
};
/** @param {any} item @param {import('../scene/json.js').Path} path */
const label = (item, path) => item?.title || item?.text || item?.id || kindName(item, path);
/** @param {any} item @param {import('../scene/json.js').Path} path */
function iconOf(item, path) {
  const kind = path[0] === 'annotations' ? item?.view ?? 'marker' : item?.type ?? 'pin';
  return /** @type {Record<string, string>} */ ({geojson: 'layers', gpx: 'polyline', tiles: 'layers', legend: 'layers', rectangle: 'polygon', logo: 'image'})[kind] ?? kind;
}

/**
 * A copy lies beside its original.
 * @param {any} item
 * @param {import('../map/image.js').LiveImage} image
 */
function shifted(item, image) {
  if (!image.view || !Array.isArray(item.coordinate ?? item.center)) return item;
  const key = item.coordinate ? 'coordinate' : 'center', p = image.pointOf(item[key]);
  if (!p) return item;
  const [lon, lat] = coordinate(toWorld(image.view, image.size, {x: p.x + 24, y: p.y + 24})), d = decimals(image.view.zoom);
  return {...item, [key]: [rounded(lon, d), rounded(lat, d)]};
}

/**
 * Points of a length in millimetres, at 96 a inch.
 * @param {number} mm
 */
const points = mm => Math.round(mm / 25.4 * 96);
/** @type {[string, number, number][]} millimetres */
const papers = [['A6', 148, 105], ['A5', 210, 148], ['A4', 297, 210], ['A4 portrait', 210, 297], ['A3', 420, 297], ['Letter', 279.4, 215.9], ['Postcard', 152.4, 101.6]];
/** @type {[string, number, number][]} points */
const screens = [['600 × 400', 600, 400], ['640 × 440', 640, 440], ['800 × 600', 800, 600], ['1200 × 630, link preview', 1200, 630], ['1280 × 720', 1280, 720], ['390 × 844, phone', 390, 844], ['400 × 400', 400, 400]];
/** @type {[string, string][]} */
const languages = [['en', 'English'], ['de', 'Deutsch'], ['fi', 'Suomi'], ['sv', 'Svenska'], ['fr', 'Français'], ['es', 'Español'], ['pt', 'Português'], ['ru', 'Русский'], ['ar', 'العربية'], ['hi', 'हिन्दी'], ['zh', '中文'], ['ja', '日本語'], ['ko', '한국어']];
const viewCodes = ['AR', 'BD', 'BR', 'CN', 'DE', 'EG', 'ES', 'FR', 'GB', 'GR', 'ID', 'IL', 'IN', 'IT', 'JP', 'KR', 'MA', 'NL', 'NP', 'PK', 'PL', 'PS', 'PT', 'RU', 'SA', 'SE', 'TR', 'TW', 'UA', 'US', 'VN'];

/** @returns {[string, string][]} countries by their names, and the standard of codes */
function views() {
  const names = new Intl.DisplayNames(['en'], {type: 'region'});
  const countries = viewCodes.map(code => /** @type {[string, string]} */ ([code, names.of(code) ?? code]));
  return [...countries.sort((a, b) => a[1].localeCompare(b[1], 'en')), ['ISO', 'ISO 3166']];
}
