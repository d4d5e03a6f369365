// SPDX-License-Identifier: MIT
import {request} from './credentials.js';
import {firstScene} from './scene/first.js';
import {scaled} from './scene/size.js';
import {sceneIn} from './export/packed.js';

/** The image first: the server draws it while the rest of the page is on its way. */

/** The scene of the page's address; null when it has none. */
export const linked = await sceneIn(location.hash).catch(() => null);
export const text = linked ?? firstScene;

/** A small image; null when the server refuses it. */
export const response = request('render?format=png', {method: 'POST', body: scaled(text, 0.5)}, new URL('../', import.meta.url).href).catch(() => null);
