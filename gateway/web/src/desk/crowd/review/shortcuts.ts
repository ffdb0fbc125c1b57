import { button, element } from '../../../shared/dom.ts';

export interface Shortcut {
  /** A lower-case letter. */
  readonly key: string;
  readonly button: HTMLButtonElement;
}

/** Creates a button that shows its key. */
export function createKeyButton(text: string, key: string, onClick: () => void, kind = ''): Shortcut {
  const node = button(text, onClick, { kind: `keyed ${kind}`.trim(), 'aria-keyshortcuts': key });
  node.append(element('kbd', { 'aria-hidden': 'true' }, key.toUpperCase()));
  return { key, button: node };
}

const storageKey = 'desk:review-keys';

/** Presses the buttons by their keys, except in text fields and dialogs. Returns the box that disables the keys, and the end. */
export function listenToKeys(shortcuts: readonly Shortcut[]) {
  const box = element('input', { type: 'checkbox', checked: readChoice() });
  box.addEventListener('change', () => keepChoice(box.checked));
  const press = (event: KeyboardEvent): void => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (!box.checked || altKey || ctrlKey || metaKey || event.repeat) return;
    if (
      target instanceof Element &&
      target.closest('textarea, select, dialog, input:not([type="checkbox"])') !== null
    )
      return;
    const shortcut = shortcuts.find((one) => one.key === key.toLowerCase());
    if (shortcut === undefined || shortcut.button.hidden || shortcut.button.disabled) return;
    event.preventDefault();
    shortcut.button.click();
  };
  document.addEventListener('keydown', press);
  return {
    node: element(
      'label',
      { className: 'check' },
      box,
      element('span', {}, 'Use the keys that the buttons show'),
    ),
    stop: () => document.removeEventListener('keydown', press),
  };
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function keepChoice(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // Where storage is forbidden, the keys work again at the next visit.
  }
}
