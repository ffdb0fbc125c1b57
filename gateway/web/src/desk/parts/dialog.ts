import { element } from '../../shared/dom.ts';

interface DialogOptions {
  readonly title: string;
  /** The content between the title and the buttons. */
  readonly content: readonly HTMLElement[];
  /** Creates the buttons. `close` ends the dialog with an answer. */
  readonly createActions: (close: (answer: string) => void) => readonly HTMLElement[];
  readonly describedBy?: string;
}

/** Shows a dialog. Resolves to the answer that closes it; empty after the Escape key. */
export function openDialog({ title, content, createActions, describedBy }: DialogOptions): Promise<string> {
  return new Promise((resolve) => {
    const dialog = element(
      'dialog',
      { className: 'confirm', 'aria-labelledby': 'dialog-title', 'aria-describedby': describedBy },
      element('h2', { id: 'dialog-title' }, title),
      element(
        'form',
        { method: 'dialog', className: 'stack' },
        ...content,
        element('div', { className: 'actions' }, ...createActions((answer) => dialog.close(answer))),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
