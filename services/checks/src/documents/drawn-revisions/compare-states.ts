import type { DrawablePdf, DrawnPage } from '@assay/media/pdf/drawing/open-drawable';
import type { PageChanges } from '@assay/media/pdf/state/page-changes';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import { changedAreas } from './changed-areas.ts';

/** A page as it looked before a save and since; one side is null where the save added or removed it. */
export interface ComparedPage {
  readonly before: SeenPage | null;
  readonly after: SeenPage | null;
  /** In pixels of what was drawn; empty where the page looks the same, and where one side is missing. */
  readonly areas: readonly PixelBox[];
}

export interface SeenPage {
  /** Counted from 1. */
  readonly page: number;
  readonly drawn: DrawnPage;
}

/** Returns true where a reader of both states sees a difference. */
export function looksDifferent({ before, after, areas }: ComparedPage): boolean {
  return before === null || after === null || areas.length > 0;
}

/** A page of the later state, counted from 1, that was not compared; what a save did to it is not known. */
export interface UnseenPage {
  readonly page: number;
  readonly why: 'left out' | 'unreadable';
}

/** Two saved states that can be drawn, and which of their pages may differ. */
export interface DrawableStates extends PageChanges {
  readonly before: DrawablePdf;
  readonly after: DrawablePdf;
}

/**
 * Draws two states of a document and compares them page by page, as long as `goesOn`; untouched pages are not drawn. Where a save
 * changed the number of pages, those in front and behind that look the same are passed over, and what lies between them is compared.
 */
export async function* compareStates(
  states: DrawableStates,
  goesOn: () => boolean,
): AsyncGenerator<ComparedPage | UnseenPage> {
  const { before, after, isUntouched } = states;
  const sameCount = before.pageCount === after.pageCount;
  const front = sameCount ? 0 : await countSame(states, goesOn);
  const behind = sameCount ? 0 : await countSame(states, goesOn, front);
  const left = before.pageCount - front - behind;
  const right = after.pageCount - front - behind;
  for (let at = 1; at <= Math.max(left, right); at += 1) {
    const page = front + at;
    if (at <= left && at <= right && isUntouched(page, page)) continue;
    if (!goesOn()) {
      yield { page: Math.min(page, after.pageCount), why: 'left out' };
      continue;
    }
    const was = at <= left ? await seenPage(before, page) : undefined;
    const is = at <= right ? await seenPage(after, page) : undefined;
    yield was === null || is === null ? { page, why: 'unreadable' } : comparePages(was, is);
  }
}

function comparePages(before: SeenPage | undefined, after: SeenPage | undefined): ComparedPage {
  const areas = before === undefined || after === undefined ? [] : changedAreas(before.drawn, after.drawn);
  return { before: before ?? null, after: after ?? null, areas };
}

/** Counts the pages that look the same from the front, or, after a count of these, from the back. */
async function countSame(
  { before, after, isUntouched }: DrawableStates,
  goesOn: () => boolean,
  inFront?: number,
): Promise<number> {
  const max = Math.min(before.pageCount, after.pageCount) - (inFront ?? 0);
  let same = 0;
  while (same < max) {
    const pageIn = ({ pageCount }: DrawablePdf): number =>
      inFront === undefined ? same + 1 : pageCount - same;
    const first = pageIn(before);
    const second = pageIn(after);
    if (!isUntouched(first, second) && !(goesOn() && (await lookSame([before, first], [after, second]))))
      break;
    same += 1;
  }
  return same;
}

type PageIn = readonly [pdf: DrawablePdf, page: number];

async function lookSame([before, first]: PageIn, [after, second]: PageIn): Promise<boolean> {
  const was = await before.draw(first);
  const is = await after.draw(second);
  return was !== null && is !== null && changedAreas(was, is).length === 0;
}

async function seenPage(pdf: DrawablePdf, page: number): Promise<SeenPage | null> {
  const drawn = await pdf.draw(page);
  return drawn === null ? null : { page, drawn };
}
