import { element } from '../../shared/dom.ts';

let count = 0;

/** Creates a section of the page with its heading. */
export function createSection(title: string, ...children: readonly (Node | undefined)[]): HTMLElement {
  count += 1;
  const id = `section-${count}`;
  return element(
    'section',
    { className: 'sheet', 'aria-labelledby': id },
    element('h2', { id, tabIndex: -1 }, title),
    ...children,
  );
}
