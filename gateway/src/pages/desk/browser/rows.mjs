/** A row that tells of one file or one run: its name, how far it is, how it ended. */

import { announce, button, element } from './dom.mjs';

/** The row is not on the page yet: `node` is to be put there. */
export function createRow(name, about) {
  const state = element('span', { className: 'state' });
  const bar = element('progress', { max: 1, 'aria-label': `Progress of ${name}` });
  const listeners = { retry: () => undefined, open: () => undefined, remove: () => undefined };
  const control = (text, verb, label) =>
    button(text, () => listeners[verb](), { kind: 'slim', hidden: true, 'aria-label': label });
  const retry = control('Try again', 'retry', `Try again with ${name}`);
  const open = control('Open', 'open', `Open the examination of ${name}`);
  const remove = control('Remove', 'remove', `Remove ${name}`);
  const node = element(
    'li',
    { className: 'submission' },
    element('span', { className: 'name' }, element('bdi', {}, name)),
    element('span', { className: 'soft small' }, about),
    state,
    bar,
    element('span', { className: 'row' }, retry, open, remove),
  );
  const say = (text, className, share) => {
    state.textContent = text;
    state.className = className;
    bar.hidden = share === undefined;
    retry.hidden = true;
  };
  const on = (control, verb) => (listener) => {
    control.hidden = listener === undefined;
    listeners[verb] = listener;
  };
  return {
    node,
    onOpen: on(open, 'open'),
    onRemove: on(remove, 'remove'),
    /** `share` undefined: nobody knows how far it is. */
    show({ text, share }) {
      say(share === undefined ? text : `${text}, ${Math.floor(share * 100)} %`, 'state', share ?? 0);
      if (share === undefined) bar.removeAttribute('value');
      else bar.value = share;
    },
    rest(text) {
      say(text, 'state');
    },
    end(text, tone) {
      say(text, `state chip ${tone}`);
      announce(`${name}: ${text}`);
    },
    refuse(sentence, onRetry) {
      say(sentence, 'state refused');
      on(retry, 'retry')(onRetry);
      announce(`${name}: ${sentence}`);
    },
  };
}
