// SPDX-License-Identifier: MIT
import {linked, response, text} from './start.js';
import {$} from './dom.js';
import {LiveImage} from './map/image.js';
import {SceneText} from './scene/document.js';
import {sizeOf} from './scene/size.js';

const rest = import('./app.js');
const doc = new SceneText(text);
const image = new LiveImage($('canvas'));
const {size, scale} = sizeOf(doc.scene);
image.size = size;
image.addEventListener('shown', () => performance.mark('first-image'), {once: true});
image.settle({text, size, scale, view: null}, response);
(await rest).start(doc, image, linked !== null);
