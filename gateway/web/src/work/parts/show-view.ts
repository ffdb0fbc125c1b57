import { byId } from '../../shared/dom.ts';

/** Replaces the view of the page, and moves the focus to its heading. */
export function showView(...nodes: readonly Node[]): void {
  byId('view').replaceChildren(...nodes);
  const heading = byId('view').querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
  document.title = `${heading.textContent} · Assay`;
}
