// SPDX-License-Identifier: MIT
import {$} from './dom.js';
import {LivePicture} from './map/picture.js';
import {SceneText} from './scene/document.js';
import {sizeOf} from './scene/size.js';
import {firstScene} from './scene/first.js';
import {sceneIn} from './export/permalink.js';

// The picture first: everything else is fetched while the server draws it.
const rest = import('./app.js');
const linked = await sceneIn(location.hash).catch(() => null);
const doc = new SceneText(linked ?? firstScene);
const picture = new LivePicture($('canvas'));
const {size, scale} = sizeOf(doc.scene);
picture.size = size;
picture.addEventListener('shown', () => performance.mark('first-picture'), {once: true});
picture.settle({text: doc.text, size, scale, view: null}, {quick: true});
(await rest).start(doc, picture, linked !== null);
