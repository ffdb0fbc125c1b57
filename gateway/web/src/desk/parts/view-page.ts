import type { DeskPage, Workplace } from '../desk-page.ts';
import { element } from '../../shared/dom.ts';

export interface ViewContext {
  /** False: the person may only read. */
  readonly mayWrite: boolean;
  /** True: the person may do everything in the organization. */
  readonly isAdmin: boolean;
  /** Reads the credit again, after something was charged. */
  readonly refreshCredit: () => void;
  /** Registers the end of work that the view has begun, such as polling. */
  readonly onLeave: (stop: () => void) => void;
}

/** Fills the section of a page. */
export type View = (section: HTMLElement, context: ViewContext) => Promise<void>;

interface ViewPageOptions extends Pick<DeskPage, 'slug' | 'title'> {
  /** The text while the first view of a visit loads. */
  readonly waiting: string;
  /** The text of the link that leads from an error to the start of the page. */
  readonly back: string;
  /** Returns the view of the address. */
  readonly chooseView: () => View;
  readonly describeError: (error: unknown) => string;
}

/** Creates a page whose address chooses one of several views. */
export function createViewPage(options: ViewPageOptions): DeskPage {
  const { slug, title, waiting, back, chooseView, describeError } = options;
  let leave: (() => void)[] = [];
  let visits = 0;
  let lastWorkplace: Workplace | undefined;
  async function showView(shown: HTMLElement, context: ViewContext): Promise<void> {
    try {
      await chooseView()(shown, context);
    } catch (error) {
      shown.replaceChildren(
        element('h1', { tabIndex: -1 }, title),
        element('p', { className: 'notice bad', role: 'alert' }, describeError(error)),
        element('p', {}, element('a', { href: `#${slug}` }, back)),
      );
    }
  }
  return {
    slug,
    title,
    async open(section, workplace) {
      for (const stop of leave) stop();
      leave = [];
      visits += 1;
      const visit = visits;
      const isWithin = lastWorkplace === workplace;
      lastWorkplace = workplace;
      const shown = element('div', { className: 'page' });
      const onLeave = (stop: () => void): void => {
        if (visit === visits) leave.push(stop);
        else stop();
      };
      if (!isWithin) section.replaceChildren(element('p', { className: 'waiting soft' }, waiting));
      const { role } = workplace;
      const isAdmin = role !== 'viewer' && role !== 'user';
      const refreshCredit = (): void => workplace.refreshCredit();
      await showView(shown, { mayWrite: role !== 'viewer', isAdmin, refreshCredit, onLeave });
      // Another address may have been opened in the meantime.
      if (visit !== visits) return;
      section.replaceChildren(shown);
      const heading = shown.querySelector('h1');
      document.title = `${heading?.textContent ?? title} · Assay`;
      if (isWithin) heading?.focus();
    },
  };
}
