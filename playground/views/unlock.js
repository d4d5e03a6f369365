// SPDX-License-Identifier: MIT
import {h} from '../dom.js';
import {credentials, keep} from '../credentials.js';
import {StaticMapError, canSign} from '../staticmap.js';
import {texts} from '../texts.js';

/** @type {Promise<boolean>|null} what all refused requests wait for */
let asking = null;
let isDeclined = false;

/**
 * Whether it is worth asking the server again: the visitor has given what it wants, now or while it answered.
 * @param {StaticMapError} error
 * @param {import('../credentials.js').Credentials} used what was refused
 */
export async function unlocked(error, used) {
  if (used !== credentials()) return true;
  if (isDeclined) return false;
  asking ??= askForKey(error).finally(() => { asking = null; });
  isDeclined = !await asking;
  return !isDeclined;
}

/**
 * A button for those who said "not now"; null for other errors.
 * @param {unknown} error
 * @param {() => void} action what failed, once more
 */
export function unlockButton(error, action) {
  if (!(error instanceof StaticMapError && error.isLocked)) return null;
  return h('button', {type: 'button', class: 'button', onclick: () => { isDeclined = false; action(); }}, texts.unlock.again);
}

/**
 * Asks the visitor for what the server wants.
 * @param {StaticMapError} error what it said
 * @returns {Promise<boolean>} whether something was given
 */
export function askForKey(error) {
  const wantsSignature = error.parameter !== 'key', about = wantsSignature ? texts.unlock.signature : texts.unlock.key, had = credentials();
  const isPossible = !wantsSignature || canSign();
  const name = h('input', {type: 'text', id: 'unlock-id', autocomplete: 'off', spellcheck: false, placeholder: texts.unlock.anyID, value: had.id ?? ''});
  const secret = h('input', {type: 'password', id: 'unlock-secret', autocomplete: 'off', required: true, 'aria-describedby': 'unlock-about unlock-problem'});
  const isSecond = wantsSignature ? had.secret !== undefined : had.key !== undefined;
  const problem = h('p', {id: 'unlock-problem', class: 'bad', role: 'alert', hidden: !isSecond && isPossible}, isPossible ? error.message : texts.unlock.insecure);
  const cancel = h('button', {type: 'button', class: 'button'}, texts.unlock.later);
  const form = h('form', {},
    h('h2', {id: 'unlock-title'}, about.title), h('p', {id: 'unlock-about'}, about.text),
    wantsSignature && h('label', {for: 'unlock-id'}, texts.unlock.id), wantsSignature && name,
    h('label', {for: 'unlock-secret'}, about.label), secret, problem,
    h('div', {class: 'dialog-actions'}, cancel, h('button', {type: 'submit', class: 'button main', disabled: !isPossible}, texts.unlock.use)));
  const dialog = h('dialog', {id: 'unlock', 'aria-labelledby': 'unlock-title'}, form);
  document.body.append(dialog);
  dialog.showModal();
  secret.focus();
  return new Promise(resolve => {
    let isGiven = false;
    form.addEventListener('submit', (/** @type {Event} */ e) => {
      e.preventDefault();
      keep(wantsSignature ? {...(name.value ? {id: name.value} : {}), secret: secret.value} : {key: secret.value});
      isGiven = true;
      dialog.close();
    });
    cancel.addEventListener('click', () => dialog.close());
    // Escape comes here too.
    dialog.addEventListener('close', () => { dialog.remove(); resolve(isGiven); });
  });
}
