import { button, element } from '../dom.ts';

/** Shows a question before a deletion. Resolves to false when the person cancels, also by the Escape key. */
export function confirmDeletion(question: string, effect: string, action = 'Delete'): Promise<boolean> {
  return new Promise((resolve) => {
    const close = (answer: string): void => dialog.close(answer);
    const dialog = element(
      'dialog',
      { className: 'confirm', 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-effect' },
      element('h2', { id: 'confirm-title' }, question),
      element('p', { id: 'confirm-effect' }, effect),
      element(
        'div',
        { className: 'actions' },
        button(action, () => close('delete'), { kind: 'danger' }),
        button('Cancel', () => close(''), { autofocus: true }),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'delete');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
