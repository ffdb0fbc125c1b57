import { button, element } from '../../shared/dom.ts';
import { openDialog } from '../parts/dialog.ts';

/** Shows a dialog with the name of a dataset. Resolves to the new name, or to undefined when it is not changed. */
export async function requestName(name: string): Promise<string | undefined> {
  const input = element('input', {
    type: 'text',
    required: true,
    maxLength: 255,
    autocomplete: 'off',
    autofocus: true,
    // Names that contain only white space are refused.
    pattern: '.*\\S.*',
    title: 'At least one visible character',
    value: name,
  });
  const answer = await openDialog({
    title: 'Rename the dataset',
    content: [element('label', {}, 'Name', input)],
    createActions: (close) => [
      element('button', { type: 'submit', value: 'rename', className: 'button main' }, 'Rename'),
      button('Cancel', () => close('')),
    ],
  });
  const renamed = input.value.trim();
  return answer === 'rename' && renamed !== name ? renamed : undefined;
}
