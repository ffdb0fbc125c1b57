import { announce, button, element } from '../../shared/dom.ts';

/** A step of work on a file or a run. */
export interface Progress {
  readonly text: string;
  /** The share that is done, from 0 to 1; undefined when it is not known. */
  readonly share?: number | undefined;
}

type Listener = (() => void) | undefined;

/** A list item for a file or a run: its name, its state, and buttons that are shown while they have a listener. */
export interface Row {
  readonly node: HTMLElement;
  onOpen(listener: Listener): void;
  onRemove(listener: Listener): void;
  showProgress(progress: Progress): void;
  /** Shows a state in which nothing is in progress. */
  showState(text: string): void;
  /** Shows the final state with the colour of a class. */
  showEnd(text: string, toneClass: string): void;
  showError(sentence: string, onRetry?: Listener): void;
}

/** Creates a row, which the caller adds to the page. */
export function createRow(name: string, details: string): Row {
  const state = element('span', { className: 'state' });
  const bar = element('progress', { max: 1, 'aria-label': `Progress of ${name}` });
  const retry = createControl('Try again', `Try again with ${name}`);
  const open = createControl('Open', `Open the run of ${name}`);
  const remove = createControl('Remove', `Remove ${name}`);
  const node = element(
    'li',
    { className: 'submission' },
    element('span', { className: 'name' }, element('bdi', {}, name)),
    element('span', { className: 'soft small' }, details),
    state,
    bar,
    element('span', { className: 'row' }, retry.node, open.node, remove.node),
  );
  const setState = (text: string, className: string, hasBar = false): void => {
    state.textContent = text;
    state.className = className;
    bar.hidden = !hasBar;
    retry.node.hidden = true;
  };
  return {
    node,
    onOpen: open.on,
    onRemove: remove.on,
    showProgress({ text, share }) {
      setState(share === undefined ? text : `${text}, ${Math.floor(share * 100)} %`, 'state', true);
      if (share === undefined) bar.removeAttribute('value');
      else bar.value = share;
    },
    showState(text) {
      setState(text, 'state');
    },
    showEnd(text, toneClass) {
      setState(text, `state chip ${toneClass}`);
      announce(`${name}: ${text}`);
    },
    showError(sentence, onRetry) {
      setState(sentence, 'state refused');
      retry.on(onRetry);
      announce(`${name}: ${sentence}`);
    },
  };
}

interface Control {
  readonly node: HTMLButtonElement;
  readonly on: (listener: Listener) => void;
}

function createControl(text: string, label: string): Control {
  let current: Listener;
  const node = button(text, () => current?.(), { kind: 'slim', hidden: true, 'aria-label': label });
  return {
    node,
    on(listener) {
      current = listener;
      node.hidden = listener === undefined;
    },
  };
}
