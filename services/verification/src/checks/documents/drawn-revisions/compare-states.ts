import type { DrawablePdf, DrawnPage } from '@assay/media/pdf/drawing/open-drawable';
import type { PixelBox } from '../../pixels/orientation.ts';
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

/** Whether somebody who leafs through both states sees a difference. */
export function looksDifferent({ before, after, areas }: ComparedPage): boolean {
  return before === null || after === null || areas.length > 0;
}

/**
 * Draws two states of a document and compares them page by page, as long as `goesOn`. Where a save changed the number of pages, those
 * in front and behind that look the same are passed over, and what lies between them is compared. A pair of which one page cannot be
 * drawn is null: it says nothing of what was changed.
 */
export async function* compareStates(
  before: DrawablePdf,
  after: DrawablePdf,
  goesOn: () => boolean,
): AsyncGenerator<ComparedPage | null> {
  const sameCount = before.pageCount === after.pageCount;
  const front = sameCount ? 0 : await countSame(before, after, goesOn);
  const behind = sameCount ? 0 : await countSame(before, after, goesOn, front);
  const [left, right] = [before.pageCount - front - behind, after.pageCount - front - behind];
  for (let at = 1; at <= Math.max(left, right) && goesOn(); at += 1) {
    const [was, is] = [
      at <= left ? await seenPage(before, front + at) : undefined,
      at <= right ? await seenPage(after, front + at) : undefined,
    ];
    yield was === null || is === null ? null : comparePages(was, is);
  }
}

function comparePages(before: SeenPage | undefined, after: SeenPage | undefined): ComparedPage {
  const areas = before === undefined || after === undefined ? [] : changedAreas(before.drawn, after.drawn);
  return { before: before ?? null, after: after ?? null, areas };
}

/** Counts the pages that look the same from the front, or, given how many do so, from the back. */
async function countSame(
  before: DrawablePdf,
  after: DrawablePdf,
  goesOn: () => boolean,
  inFront?: number,
): Promise<number> {
  const most = Math.min(before.pageCount, after.pageCount) - (inFront ?? 0);
  let same = 0;
  while (same < most && goesOn()) {
    const pageOf = ({ pageCount }: DrawablePdf): number =>
      inFront === undefined ? same + 1 : pageCount - same;
    const [was, is] = [await before.draw(pageOf(before)), await after.draw(pageOf(after))];
    if (was === null || is === null || changedAreas(was, is).length > 0) break;
    same += 1;
  }
  return same;
}

async function seenPage(pdf: DrawablePdf, page: number): Promise<SeenPage | null> {
  const drawn = await pdf.draw(page);
  return drawn === null ? null : { page, drawn };
}
