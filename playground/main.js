// SPDX-License-Identifier: MIT
import {linked, response, text} from './start.js';
import {$} from './dom.js';
import {LivePicture} from './map/picture.js';
import {SceneText} from './scene/document.js';
import {sizeOf} from './scene/size.js';

const rest = import('./app.js');
const doc = new SceneText(text);
const picture = new LivePicture($('canvas'));
const {size, scale} = sizeOf(doc.scene);
picture.size = size;
picture.addEventListener('shown', () => performance.mark('first-picture'), {once: true});
picture.settle({text, size, scale, view: null}, response);
(await rest).start(doc, picture, linked !== null);
