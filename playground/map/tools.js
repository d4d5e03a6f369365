// SPDX-License-Identifier: MIT
import {say} from '../dom.js';
import {texts} from '../texts.js';
import {set} from '../scene/edits.js';
import {withView} from './camera.js';

/**
 * The tools: what a click on the map makes.
 * @typedef {import('./stage.js').Stage} Stage
 * @typedef {import('./stage.js').Tool} Tool
 */

/**
 * A tool that puts one thing where the map is clicked.
 * @param {(c: [number, number], s: Stage) => any} make
 * @param {string} said
 * @param {() => void} done
 * @returns {Tool}
 */
function placing(make, said, done) {
  return {
    async up(stage, p) { stage.add('annotations', make(await stage.placeAt(p), stage), said); done(); },
    cancel: done, cursor: 'crosshair',
  };
}

/**
 * A line or an area, a corner with each click.
 * @param {'polyline'|'polygon'} type
 * @param {() => void} done
 * @returns {Tool}
 */
function drawing(type, done) {
  const least = type === 'polygon' ? 3 : 2;
  /** @type {import('../scene/json.js').Path|null} */
  let path = null;
  const finish = (/** @type {Stage} */ stage) => {
    stage.draft = null;
    path = null;
    stage.doc.endGroup();
    done();
    stage.mark();
  };
  return {
    up(stage, p) {
      const c = stage.coordinateAt(p), last = stage.draft?.at(-1);
      // A double click is a corner and the end.
      if (last && Math.abs(last[0] - c[0]) + Math.abs(last[1] - c[1]) < 1e-7) return;
      const draft = stage.draft = [...stage.draft ?? [], c];
      if (draft.length >= least) {
        if (!path) {
          stage.add('overlays', {type, coordinates: draft, ...(type === 'polyline' ? {lineWidth: 5} : {fillColor: '#007AFF33', lineWidth: 2, strokeColor: '#007AFF'})}, texts.added[type]);
          path = stage.doc.selected;
        } else stage.doc.change(set(stage.doc.text, [...path, 'coordinates'], draft), {source: 'tool', group: 'draw'});
      } else say(texts.nextCorner);
      stage.mark();
    },
    end: finish, cancel: finish, cursor: 'crosshair',
  };
}

/**
 * A circle: its center where the pointer goes down, its radius where it goes up.
 * @param {() => void} done
 * @returns {Tool}
 */
function circle(done) {
  /** @type {[number, number]|null} */
  let center = null;
  /** @type {import('../scene/json.js').Path|null} */
  let path = null;
  const item = (/** @type {number} */ radius) => ({type: 'circle', center, radius, fillColor: '#007AFF33', strokeColor: '#007AFF', lineWidth: 2});
  return {
    down(stage, p) { center = stage.coordinateAt(p); path = null; },
    move(stage, p) {
      if (!center || !stage.isBusy) return;
      const radius = stage.radiusTo(center, p);
      if (!path) { stage.add('overlays', item(radius), texts.added.circle); path = stage.doc.selected; }
      else stage.doc.change(set(stage.doc.text, [...path, 'radius'], radius), {source: 'tool', group: 'draw'});
    },
    up(stage, p, moved) {
      center ??= stage.coordinateAt(p);
      if (!path && !moved) stage.add('overlays', item(stage.radiusTo(center, {x: p.x + 60, y: p.y})), texts.added.circle);
      center = null;
      stage.doc.endGroup();
      done();
    },
    cancel() { center = null; done(); }, cursor: 'crosshair',
  };
}

/**
 * Fog over everything but what the scene's tracks have seen.
 * @param {Stage} stage
 */
function fog(stage) {
  const {doc, image} = stage, {scene} = doc;
  let text = doc.text;
  const overlays = Array.isArray(scene.overlays) ? scene.overlays : [];
  /** @type {string[]} */
  const tracks = [];
  overlays.forEach((/** @type {any} */ o, /** @type {number} */ i) => {
    if (!['polyline', 'polygon', 'circle'].includes(o?.type)) return;
    if (!o.id) text = set(text, ['overlays', i, 'id'], `track${i + 1}`);
    tracks.push(o.id ?? `track${i + 1}`);
  });
  const center = stage.coordinateAt({x: image.size[0] / 2, y: image.size[1] / 2});
  const reveal = tracks.length ? [{track: tracks, width: 60}] : [{coordinates: [center], width: 160}];
  if (image.view && (!scene.camera || scene.camera.fit !== undefined)) text = withView(text, image.view, image.view);
  doc.endGroup();
  doc.change(set(text, ['overlays', overlays.length], {type: 'fog', color: '#1c2733cc', reveal, feather: 12}), {source: 'tool'});
  doc.select(['overlays', overlays.length], 'tool');
  say(texts.added.fog);
}

const star = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'><path d='M16 2l4.2 8.7 9.5 1.3-6.9 6.6 1.7 9.4L16 23.5 7.5 28l1.7-9.4L2.3 12l9.5-1.3z' fill='%23FF9500' stroke='white' stroke-width='2'/></svg>";

/**
 * The tools in the order of the bar. `tool` is one that waits for the map, `act` does its work at once.
 * @type {{id: string, key: string, group: number, tool?: (done: () => void) => Tool, act?: (s: Stage) => void}[]}
 */
export const tools = [
  {id: 'select', key: 'v', group: 0},
  {id: 'pin', key: 'p', group: 1, tool: done => placing(c => ({coordinate: c, view: 'pin'}), texts.added.pin, done)},
  {id: 'marker', key: 'm', group: 1, tool: done => placing(c => ({coordinate: c, title: texts.newTitle}), texts.added.marker, done)},
  {id: 'image', key: 'i', group: 1, tool: done => placing((c, s) => ({coordinate: c, view: 'image', image: s.ownImage || star}), texts.added.image, done)},
  {id: 'text', key: 't', group: 1, tool: done => placing(c => ({coordinate: c, view: 'text', text: texts.newText, textStyle: {size: 16, weight: 700}}), texts.added.text, done)},
  {id: 'callout', key: 'b', group: 1, tool: done => placing(c => ({
    coordinate: c, view: 'pin', title: texts.newTitle, subtitle: texts.newSubtitle, selected: true,
    callout: {left: {text: '☕️', label: 'Café'}, right: {button: 'detailDisclosure', label: texts.details}},
  }), texts.added.callout, done)},
  {id: 'polyline', key: 'l', group: 2, tool: done => drawing('polyline', done)},
  {id: 'polygon', key: 'a', group: 2, tool: done => drawing('polygon', done)},
  {id: 'circle', key: 'c', group: 2, tool: circle},
  {id: 'fog', key: 'f', group: 2, act: fog},
  {id: 'scaleBar', key: 's', group: 3, act: s => s.add('decorations', {type: 'scaleBar'}, texts.added.scaleBar)},
  {id: 'compass', key: 'n', group: 3, act: s => s.add('decorations', {type: 'compass', visibility: 'visible'}, texts.added.compass)},
];
