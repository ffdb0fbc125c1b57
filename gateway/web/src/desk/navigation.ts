import { attempt } from './parts/attempt.ts';
import type { Workplace } from './desk-page.ts';
import { byId, element } from '../shared/dom.ts';
import { pages } from './pages.ts';

let workplace: Workplace | undefined;

/** Shows the navigation, and the page of the address for this organization. */
export function enterWorkplace(entered: Workplace): void {
  workplace = entered;
  byId('navigation').hidden = false;
  openPage();
}

/** Creates the links of the navigation. Pages are shown after `enterWorkplace`. */
export function createNavigation(): void {
  byId('navigation-links').replaceChildren(
    ...pages.map(({ slug, title }) => element('li', {}, element('a', { href: `#${slug}` }, title))),
  );
  addEventListener('hashchange', openPage);
}

function openPage(): void {
  const [slug] = location.hash.slice(1).split('/');
  const page = pages.find((one) => one.slug === slug) ?? pages[0];
  const current = workplace;
  if (current === undefined) return;
  for (const link of byId('navigation-links').querySelectorAll('a')) {
    if (link.hash === `#${page.slug}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const { slug: other } of pages) findSection(other).hidden = other !== page.slug;
  document.title = `${page.title} · Assay`;
  attempt(() => page.open(findSection(page.slug), current));
}

/** The sections of the pages are in `main`. A page without markup of its own gets an empty section. */
function findSection(slug: string): HTMLElement {
  const id = `page-${slug}`;
  const found = document.getElementById(id);
  if (found !== null) return found;
  const created = element('section', { id, className: 'page', hidden: true });
  byId('pages').append(created);
  return created;
}
