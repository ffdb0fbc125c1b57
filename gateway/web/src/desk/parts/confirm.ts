import { button, element } from '../../shared/dom.ts';
import { openDialog } from './dialog.ts';

/** Shows a question before a deletion. Resolves to false when the person cancels, also by the Escape key. */
export async function confirmDeletion(question: string, effect: string, action = 'Delete'): Promise<boolean> {
  const answer = await openDialog({
    title: question,
    describedBy: 'dialog-effect',
    content: [element('p', { id: 'dialog-effect' }, effect)],
    createActions: (close) => [
      button(action, () => close('delete'), { kind: 'danger' }),
      button('Cancel', () => close(''), { autofocus: true }),
    ],
  });
  return answer === 'delete';
}
