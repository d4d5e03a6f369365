// SPDX-License-Identifier: MIT
import {credentials} from './credentials.js';
import {StaticMap} from './staticmap.js';
import {firstScene} from './scene/first.js';
import {scaled} from './scene/size.js';
import {sceneIn} from './export/packed.js';

/** The image first: the server draws it while the rest of the page is on its way. */

/** The scene of the page's address; null when it has none. */
export const linked = await sceneIn(location.hash).catch(() => null);
export const text = linked ?? firstScene;

/** A small image; null when the server refuses it. */
export const response = new StaticMap(undefined, credentials).request('render?format=png', {method: 'POST', body: scaled(text, 0.5)}).catch(() => null);
