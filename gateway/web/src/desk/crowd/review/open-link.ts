import { element } from '../../../shared/dom.ts';

/** Creates a link for a file that the page cannot show. */
export function createOpenLink(url: string): HTMLElement {
  return element(
    'a',
    { className: 'button', href: url, target: '_blank', rel: 'noreferrer' },
    'Open the file',
  );
}
