import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { createSection } from '../../parts/section.ts';

/** Creates the section with the address of the page on which people work. */
export function createWorkLink({ workUrl, guestsAllowed }: CrowdJob): HTMLElement {
  const address = new URL(workUrl, location.href).href;
  const field = element('input', {
    id: 'crowd-work-url',
    type: 'text',
    readOnly: true,
    value: address,
    'aria-describedby': 'crowd-work-note',
  });
  const note = element(
    'p',
    { id: 'crowd-work-note', className: 'soft small' },
    guestsAllowed
      ? 'Send this address to the people who work. They need no account.'
      : 'Send this address to the people who work. They sign in there.',
  );
  const copied = element('p', { className: 'soft small', hidden: true });
  const copy = async (): Promise<void> => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      copied.textContent = 'Copied.';
    } catch {
      // Browsers refuse the clipboard without TLS.
      copied.textContent = 'The address is selected. Press Ctrl+C to copy it.';
    }
    copied.hidden = false;
    announce(copied.textContent);
  };
  return createSection(
    'Link for workers',
    element('div', {}, element('label', { htmlFor: field.id }, 'Address'), field),
    note,
    copied,
    element(
      'div',
      { className: 'row' },
      button('Copy', () => void copy(), { 'aria-label': 'Copy the address for workers' }),
    ),
  );
}
