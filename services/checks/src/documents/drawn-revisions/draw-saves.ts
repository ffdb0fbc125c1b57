import { openPdfDrawer } from '@assay/media/pdf/drawing/open-drawable';
import type { DrawablePdf, PdfDrawer } from '@assay/media/pdf/drawing/open-drawable';
import { bytesOfRevision } from '@assay/media/pdf/pdf-file';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import type { CheckArtifact, FindingLocation } from '../../check/check.ts';
import type { WorkBudget } from '../pages/document-effort.ts';
import { pageLocation } from '../pages/page-location.ts';
import type { ComparedStates } from '../revision-text/compare-pair.ts';
import { compareStates, looksDifferent } from './compare-states.ts';
import type { ComparedPage } from './compare-states.ts';
import { drawComparison } from './draw-comparison.ts';

const maxPictures = 4;

/** A page that looks different between two saves; each side is its number, counted from 1, or null where there is none. */
export interface DrawnChange {
  /** The two saves, counted from 1. */
  readonly since: number;
  readonly save: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly areas: readonly FindingLocation[];
  /** Null for pages beyond the first few. */
  readonly drawing: CheckArtifact | null;
}

/** Two states that were drawn, or not. */
export interface DrawnPair {
  readonly since: number;
  readonly save: number;
  /** Pairs of pages that were compared. */
  readonly pages: number;
  readonly pageCount: number;
  readonly changes: readonly DrawnChange[];
  /** Pages of the later state, counted from 1. */
  readonly leftOut: readonly number[];
  readonly unreadable: readonly number[];
  /** False where the budget was spent before, or a state does not open. */
  readonly wasDrawn: boolean;
  readonly doesOpen: boolean;
}

/** Draws the pairs of states in their order, as far as the budget of pixels goes. */
export async function drawSaves(
  pdf: PdfFile,
  pairs: readonly ComparedStates[],
  budget: WorkBudget,
): Promise<DrawnPair[]> {
  if (pairs.length === 0) return [];
  const drawer = await openPdfDrawer();
  try {
    const drawn: DrawnPair[] = [];
    for (const pair of pairs) drawn.push(await drawPair({ pdf, drawer, budget }, pair));
    return drawn;
  } finally {
    drawer.close();
  }
}

interface Drawing {
  readonly pdf: PdfFile;
  readonly drawer: PdfDrawer;
  readonly budget: WorkBudget;
}

async function drawPair({ pdf, drawer, budget }: Drawing, pair: ComparedStates): Promise<DrawnPair> {
  const saves = { since: pair.before + 1, save: pair.after + 1 };
  const none = { ...saves, pages: 0, pageCount: 0, changes: [], leftOut: [], unreadable: [] };
  if (!budget.goesOn()) return { ...none, wasDrawn: false, doesOpen: true };
  const states = [bytesOfRevision(pdf, pair.before), bytesOfRevision(pdf, pair.after)];
  return drawer.withDrawables(states, async ([first, second]) => {
    if (first == null || second == null) return { ...none, wasDrawn: false, doesOpen: false };
    const { isUntouched, mayDiffer } = pair;
    const before = counted(first, budget);
    const after = counted(second, budget);
    let pages = 0;
    const changes: DrawnChange[] = [];
    const unseen: { readonly page: number; readonly why: string }[] = [];
    for await (const one of compareStates({ before, after, isUntouched, mayDiffer }, budget.goesOn)) {
      if ('why' in one) unseen.push(one);
      else {
        pages += 1;
        if (looksDifferent(one)) changes.push(await describeChange(one, saves, changes.length));
      }
    }
    const pagesWhere = (wanted: string): number[] =>
      unseen.flatMap(({ page, why }) => (why === wanted ? [page] : []));
    const leftOut = pagesWhere('left out');
    const unreadable = pagesWhere('unreadable');
    return {
      ...none,
      pages,
      pageCount: after.pageCount,
      changes,
      leftOut,
      unreadable,
      wasDrawn: true,
      doesOpen: true,
    };
  });
}

function counted({ pageCount, draw }: DrawablePdf, budget: WorkBudget): DrawablePdf {
  return {
    pageCount,
    draw: async (page) => {
      const drawn = await draw(page);
      budget.spend(drawn === null ? 0 : drawn.width * drawn.height);
      return drawn;
    },
  };
}

async function describeChange(
  compared: ComparedPage,
  { since, save }: Pick<DrawnChange, 'since' | 'save'>,
  before: number,
): Promise<DrawnChange> {
  const { after, areas } = compared;
  const placed = areas.flatMap(({ x, y, width, height }) => {
    if (after === null) return [];
    const points = (pixels: number): number => pixels / after.drawn.pixelsPerPoint;
    const box = { left: points(x), top: points(y), right: points(x + width), bottom: points(y + height) };
    return [pageLocation(after.page, box)];
  });
  return {
    since,
    save,
    before: compared.before?.page ?? null,
    after: after?.page ?? null,
    areas: placed,
    drawing: before < maxPictures ? await drawComparison(compared, { since, save }) : null,
  };
}
