// SPDX-License-Identifier: MIT
import {$, fill, h, icon, iconButton, later, say, copy} from './dom.js';
import {StaticMapError} from './staticmap.js';
import {document as served, server} from './server.js';
import {Editor} from './editor/editor.js';
import {Schema} from './scene/schema.js';
import {set} from './scene/edits.js';
import {sizeOf} from './scene/size.js';
import {Stage} from './map/stage.js';
import {chooseImage} from './map/images.js';
import {tools} from './map/tools.js';
import {Design} from './panels/design.js';
import {Export} from './panels/export.js';
import {Report} from './panels/report.js';
import {sceneIn} from './export/packed.js';
import {permalink} from './export/permalink.js';
import {examples, exampleText} from './views/examples.js';
import {acceptDrops} from './views/drop.js';
import {Pages} from './views/pages.js';
import {unlockButton} from './views/unlock.js';
import {texts} from './texts.js';

/**
 * @typedef {import('./scene/document.js').SceneText} SceneText
 * @typedef {import('./map/image.js').LiveImage} LiveImage
 * @typedef {{doc: SceneText, image: LiveImage, stage: Stage, editor: Editor, schema: Schema|null, styles: {id: string, name: string}[]}} App
 */

/**
 * Puts the page together around the image that is being drawn.
 * @param {SceneText} doc
 * @param {LiveImage} image
 * @param {boolean} isLinked
 */
export function start(doc, image, isLinked) {
  const stage = new Stage({doc, image, frame: $('frame'), marks: $('marks')});
  const editor = new Editor(doc);
  /** @type {App} */
  const app = {doc, image, stage, editor, schema: null, styles: []};
  const design = new Design(app), takeAway = new Export(app), report = new Report(app);
  layOut(app);
  keepDrawing(app);
  buildTools(app);
  buildViewControls(app);
  buildActions(app);
  buildTabs(() => { takeAway.update(); report.update(); });
  chooseExamples(app);
  acceptDrops(app);
  new Pages(app);
  doc.addEventListener('change', later(() => { takeAway.update(); report.update(); }, 400));
  image.settings.addEventListener('change', () => { design.update(true); takeAway.update(); report.update(); });

  const load = () => loadCatalog(app, design, isLinked);
  load();
  image.addEventListener('unlock', load);
  // For tests, and for people who look.
  Object.assign(window, {staticmap: app});
}

/**
 * What the server has.
 * @param {App} app
 * @param {Design} design
 * @param {boolean} isLinked
 */
function loadCatalog(app, design, isLinked) {
  const {editor, stage} = app;
  served('schema').then(root => {
    app.schema = editor.schema = new Schema(root);
    const pitch = root.$defs?.camera?.properties?.pitch;
    stage.canTilt = pitch !== undefined && !/not supported/i.test(pitch.description ?? '');
    design.update();
  }, () => {});
  served('styles.json').then(styles => {
    app.styles = styles;
    editor.completion.styles = styles.map((/** @type {any} */ s) => s.id);
    if (!isLinked) fitServer(app);
    design.update();
  }, error => say(error.message));
}

/**
 * The first scene with a style that is served, where its data are.
 * @param {App} app
 */
async function fitServer({doc, styles}) {
  const style = doc.scene?.basemap;
  if (!styles.length || styles.some(s => s.id === style)) return;
  let text = set(doc.text, ['basemap'], styles[0].id);
  const rendered = await served('rendered.json').catch(() => []);
  const [longitude, latitude, zoom] = rendered[0]?.center ?? [];
  if (zoom !== undefined) {
    text = `{\n  "version": 1,\n  "size": [640, 440],\n  "scale": 2,\n  "basemap": ${JSON.stringify(styles[0].id)},\n`
      + `  "camera": {"center": [${longitude}, ${latitude}], "zoom": ${zoom}},\n  "annotations": [\n    {"coordinate": [${longitude}, ${latitude}], "view": "pin"}\n  ]\n}\n`;
  }
  doc.change(text, {source: 'example'});
}

/**
 * The image as large as there is room for, never larger than it is.
 * @param {App} app
 */
function layOut({image, stage}) {
  const box = $('frame-box'), frame = $('frame');
  const update = () => {
    const style = getComputedStyle(box), [w, hh] = image.size;
    const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = box.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const k = Math.max(0.05, Math.min(1, width / w, height / hh));
    if (image.zoomFactor !== k) {
      image.zoomFactor = k;
      image.paint();
    }
    frame.style.width = `${w * k}px`;
    frame.style.height = `${hh * k}px`;
    stage.mark();
  };
  new ResizeObserver(update).observe(box);
  image.addEventListener('shown', update);
  update();
}

/**
 * An image after each change, and after it what can be hit and what is wrong.
 * @param {App} app
 */
function keepDrawing(app) {
  const {doc, image, stage, editor} = app, error = $('stage-error');
  const wish = (/** @type {import('./map/mercator.js').View|null} */ view = null) => ({text: doc.text, ...sizeOf(doc.scene), view});
  const draw = async () => {
    const {text} = doc, {error: mistake} = doc.parsed;
    if (mistake) {
      const before = text.slice(0, mistake.offset).split('\n');
      editor.show([{severity: 'error', message: mistake.message, line: before.length, column: [...before[before.length - 1]].length + 1}]);
      return;
    }
    // A scene with mistakes is not drawn: the last image stays.
    if (await check()) image.settle(wish());
  };
  const drawSoon = later(draw, 130);
  doc.addEventListener('change', e => {
    const {source} = /** @type {CustomEvent} */ (e).detail;
    // The stage draws while it moves things; when they rest, the true camera is asked for.
    if (source === 'stage') return;
    if (source === 'type') drawSoon(); else draw();
  });
  stage.addEventListener('rest', draw);

  /** Whether the scene can be drawn, and is still the same. */
  const check = async () => {
    const {text} = doc;
    /** @type {import('./staticmap.js').Diagnostic[]} */
    let found, valid = false, locked = false;
    try {
      ({valid, diagnostics: found} = await server.check(text));
    } catch (e) {
      locked = e instanceof StaticMapError && e.isLocked;
      if (locked) refused(e);
      found = locked ? [] : e instanceof StaticMapError && e.diagnostics.length ? e.diagnostics
        : [{severity: 'error', message: e instanceof StaticMapError ? e.message + (e.hint ? ` (${e.hint})` : '') : texts.offline, path: e instanceof StaticMapError ? e.parameter : undefined}];
    }
    if (text !== doc.text) return false;
    editor.show(found);
    if (!valid && !locked) refused(new StaticMapError(422, {detail: found.find(d => d.severity === 'error')?.message, diagnostics: found.filter(d => d.severity === 'error')}));
    return valid;
  };
  const settled = async () => {
    error.hidden = true;
    $('frame').classList.remove('stale');
    $('timing').textContent = statusText(image);
    $('frame').setAttribute('aria-label', describe(doc.scene));
    const {text} = doc, {view} = image;
    if (doc.scene === null) return;
    try {
      const answer = await server.regions(text);
      if (text !== doc.text || image.view !== view) return;
      stage.regions = answer.regions;
      stage.regionsView = view;
      stage.regionsText = text;
      stage.mark();
    } catch { stage.regions = []; }
  };
  const refused = (/** @type {any} */ problem) => {
    error.hidden = false;
    const button = unlockButton(problem, () => { image.dispatchEvent(new Event('unlock')); draw(); });
    fill(error, problem instanceof StaticMapError
      ? (problem.diagnostics[0]?.message ?? problem.message) + (problem.hint && !button ? `. ${problem.hint}` : '') : texts.offline, button);
    $('frame').classList.add('stale');
  };
  image.settings.addEventListener('change', e => { if (/** @type {CustomEvent} */ (e).detail.name !== 'threads') draw(); });
  image.addEventListener('settled', settled);
  image.addEventListener('refused', e => refused(/** @type {CustomEvent} */ (e).detail.error));
  // The first image may have come before this.
  if (image.refusal) refused(image.refusal); else if (image.shown?.sharp) settled();
  stage.addEventListener('hit', e => {
    const {target, coordinate: [lon, lat]} = /** @type {CustomEvent} */ (e).detail;
    $('where').textContent = `${target === 'map' ? texts.ground : target}  ·  ${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  });
  stage.addEventListener('pointer', e => {
    const [lon, lat] = /** @type {CustomEvent} */ (e).detail.coordinate, view = image.view;
    $('where').textContent = `${lat.toFixed(5)}, ${lon.toFixed(5)}${view ? `  ·  zoom ${view.zoom.toFixed(2)}${Math.abs(view.bearing) > 0.05 ? `  ·  ${(((view.bearing % 360) + 360) % 360).toFixed(0)}°` : ''}${view.pitch ? `  ·  ${view.pitch}° tilted` : ''}` : ''}`;
  });
  check();
}

/**
 * What came, and how long it took.
 * @param {LiveImage} image
 */
function statusText({bytes, settings, timing}) {
  const total = [...timing.matchAll(/dur=([\d.]+)/g)].reduce((n, m) => n + Number(m[1]), 0), {about, usedQuality} = settings;
  return [`${about.isBitmap ? about.name : 'PNG'}${usedQuality === undefined ? '' : ` ${usedQuality}`}`, `${Math.max(1, Math.round(bytes / 1000))} kB`,
    total ? `${Math.round(total)} ms` : texts.cached].join('  ·  ');
}

/**
 * The map in words, for those who cannot see it.
 * @param {any} scene
 */
function describe(scene) {
  const names = [...scene?.annotations ?? [], ...scene?.overlays ?? []].map(i => i?.title ?? i?.text ?? i?.alt).filter(Boolean);
  return `${texts.map}${names.length ? `: ${names.slice(0, 8).join(', ')}` : ''}`;
}

/** @param {App} app */
function buildTools({stage}) {
  const bar = $('tools'), hint = $('tool-hint');
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const choose = (/** @type {string} */ id) => {
    const entry = tools.find(t => t.id === id);
    if (!entry || stage.doc.scene === null) return;
    if (entry.act) { entry.act(stage); return; }
    if (stage.tool) { stage.draft = null; stage.mark(); }
    stage.tool = entry.tool?.(() => choose('select')) ?? null;
    for (const [other, button] of buttons) if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', String(other === id));
    hint.hidden = !stage.tool;
    const text = h('span', {}, texts.hints[/** @type {keyof typeof texts.hints} */ (id)] ?? '');
    stage.ownImage = '';
    const own = () => chooseImage((address, name) => {
      stage.ownImage = address;
      text.textContent = texts.images.place(name);
      say(text.textContent ?? '', true);
      stage.frame.focus();
    }, say);
    fill(hint, text, id === 'image' && h('button', {type: 'button', class: 'button', id: 'choose-image', title: texts.images.about, onclick: own}, texts.images.choose));
    if (stage.tool) say(text.textContent ?? '', true);
    stage.frame.classList.toggle('placing', stage.tool !== null);
  };
  let group = 0;
  for (const t of tools) {
    if (t.group !== group) { bar.append(h('span', {class: 'gap', 'aria-hidden': 'true'})); group = t.group; }
    const label = texts.tools[/** @type {keyof typeof texts.tools} */ (t.id)];
    const button = iconButton(t.id, `${label} (${t.key.toUpperCase()})`, () => choose(t.id), {'data-tool': t.id, tabIndex: t.id === 'select' ? 0 : -1, ...(t.act ? {} : {'aria-pressed': t.id === 'select'})});
    buttons.set(t.id, button);
    bar.append(button);
  }
  // One stop of the Tab key, arrow keys within.
  bar.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
    const all = [...buttons.values()], step = {ArrowRight: 1, ArrowLeft: -1}[e.key], here = all.indexOf(/** @type {any} */ (document.activeElement));
    if (!step || here < 0) return;
    e.preventDefault();
    const next = all[(here + step + all.length) % all.length];
    all.forEach(b => { b.tabIndex = b === next ? 0 : -1; });
    next.focus();
  });
  document.addEventListener('keydown', e => {
    const from = /** @type {HTMLElement} */ (e.target);
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(from.tagName) || $('playground').hidden) return;
    const t = tools.find(t => t.key === e.key.toLowerCase());
    if (t) { e.preventDefault(); choose(t.id); if (!t.act) stage.frame.focus(); }
  });
}

/** @param {App} app */
function buildViewControls({stage, image, doc}) {
  const north = iconButton('north', texts.north, () => stage.straighten());
  $('view-controls').append(
    iconButton('plus', texts.zoomIn, () => stage.zoom(1)), iconButton('minus', texts.zoomOut, () => stage.zoom(-1)), north,
    iconButton('fit', texts.fitAll, () => doc.change(set(doc.text, ['camera'], {fit: 'all', padding: 40}), {source: 'tool'})));
  image.addEventListener('shown', () => { north.firstElementChild.style.transform = `rotate(${-(image.view?.bearing ?? 0)}deg)`; });
}

/** @param {App} app */
function buildActions({doc}) {
  const undo = iconButton('undo', texts.undo, () => doc.undo(), {id: 'undo'}), redo = iconButton('redo', texts.redo, () => doc.redo(), {id: 'redo'});
  $('history').append(undo, redo);
  const update = () => { undo.disabled = !doc.canUndo; redo.disabled = !doc.canRedo; };
  doc.addEventListener('change', update);
  update();
  document.addEventListener('keydown', e => {
    if (!(e.ctrlKey || e.metaKey) || /^(INPUT|SELECT)$/.test(/** @type {HTMLElement} */ (e.target).tagName) || $('playground').hidden) return;
    const key = e.key.toLowerCase();
    if (key === 'z' && !e.shiftKey) { e.preventDefault(); doc.undo(); }
    if (key === 'y' || key === 'z' && e.shiftKey) { e.preventDefault(); doc.redo(); }
  });
  $('actions').append(
    h('button', {type: 'button', class: 'button', id: 'share', 'aria-label': texts.copyLink, title: texts.copyLink, onclick: async () => {
      const link = await permalink(doc.text);
      history.replaceState(null, '', link);
      copy(link, texts.linkCopied);
    }}, icon('link'), h('span', {}, texts.permalink)),
    h('button', {type: 'button', class: 'button main', id: 'take-away', onclick: () => { location.hash.startsWith('#scene') || (location.hash = ''); $('tab-export').click(); }}, icon('download'), h('span', {}, texts.download)));
  // A link that is pasted into the address of an open page.
  addEventListener('hashchange', async () => {
    const text = await sceneIn(location.hash).catch(() => null);
    if (text !== null && text !== doc.text) doc.change(text, {source: 'link'});
  });
}

/** @param {() => void} onChange */
function buildTabs(onChange) {
  const main = $('playground'), list = $('tabs');
  const tabs = /** @type {HTMLButtonElement[]} */ ([...list.children]);
  const wide = matchMedia('(min-width: 1161px)');
  const choose = (/** @type {string} */ name) => {
    main.dataset.tab = name;
    if (name !== 'scene') main.dataset.side = name;
    const chosen = wide.matches ? main.dataset.side : name;
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab.dataset.tab === chosen));
      tab.tabIndex = tab.dataset.tab === chosen ? 0 : -1;
    }
    onChange();
  };
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab.dataset.tab ?? ''));
  list.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
    const shown = tabs.filter(t => t.offsetParent), here = shown.indexOf(/** @type {any} */ (document.activeElement)), step = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (!step || here < 0) return;
    const next = shown[(here + step + shown.length) % shown.length];
    next.focus();
    next.click();
  });
  wide.addEventListener('change', () => choose(main.dataset.tab ?? 'scene'));
  main.dataset.side = 'design';
  choose('scene');
}

/** @param {App} app */
async function chooseExamples({doc}) {
  const choice = $('example'), list = await examples().catch(() => []);
  fill(choice, h('option', {value: ''}, texts.examples), ...list.map(e => h('option', {value: e.id}, e.title)));
  choice.addEventListener('change', async () => {
    if (!choice.value) return;
    doc.endGroup();
    doc.select(null);
    doc.change(await exampleText(choice.value), {source: 'example'});
    choice.value = '';
  });
}
