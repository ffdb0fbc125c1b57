import { openDialog } from '../../parts/dialog.ts';
import { button, element } from '../../../shared/dom.ts';

interface ReasonOptions {
  readonly title: string;
  readonly effect: string;
  readonly action: string;
  readonly minLength: number;
}

/** Shows a dialog that requires a reason. Resolves to undefined when the person cancels. */
export async function requestReason(options: ReasonOptions): Promise<string | undefined> {
  const { title, effect, action, minLength } = options;
  const reason = element('textarea', {
    rows: 3,
    minLength,
    maxLength: 1_024,
    required: true,
    autofocus: true,
  });
  const label = minLength > 1 ? `Reason, at least ${minLength} characters` : 'Reason';
  const answer = await openDialog({
    title,
    describedBy: 'dialog-effect',
    content: [element('p', { id: 'dialog-effect' }, effect), element('label', {}, label, reason)],
    createActions: (close) => [
      element('button', { type: 'submit', value: 'confirm', className: 'button main' }, action),
      button('Cancel', () => close('')),
    ],
  });
  return answer === 'confirm' ? reason.value.trim() : undefined;
}
