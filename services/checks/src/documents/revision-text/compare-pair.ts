import type { PageDrawing } from '@assay/media/pdf/marks/page-drawing';
import { readPageDrawing } from '@assay/media/pdf/marks/read-page-drawing';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import type { PageChanges, StatePair } from '@assay/media/pdf/state/page-changes';
import { comparePageText } from '@assay/media/pdf/text/compare-page-text';
import { withRevisions } from '@assay/media/pdf/text/open-revisions';
import type { PageText } from '@assay/media/pdf/text/page-text';
import { readPageText } from '@assay/media/pdf/text/read-page-text';
import { pageCost } from '../pages/document-effort.ts';
import type { WorkBudget } from '../pages/document-effort.ts';
import type { HiddenArea } from '../hidden-text/hidden-areas.ts';
import { findTurned } from '../hidden-text/uncovered-text.ts';
import type { PlacedDifference } from './difference-facts.ts';
import { pairPages } from './pair-pages.ts';

/** Two saved states, and which of their pages may differ. */
export interface ComparedStates extends StatePair, PageChanges {}

/** Text that one state of a page shows and the other hides, with both states of the page. */
export interface TurnedText {
  readonly area: HiddenArea;
  readonly before: PageText;
  readonly after: PageText;
}

/** How two saved states of a document read. */
export interface PairReading {
  readonly pages: { readonly before: number; readonly after: number };
  readonly differences: readonly PlacedDifference[];
  /** Text that the earlier state shows and the later one hides. */
  readonly covered: readonly TurnedText[];
  /** Text that the earlier state hides and the later one shows. */
  readonly uncovered: readonly TurnedText[];
  /** Pages of the later state, counted from 1, that the budget left no work for. */
  readonly leftOut: readonly number[];
  /** Pages that are damaged, or draw more than is looked at. */
  readonly unreadable: readonly number[];
}

/** Compares the words of two states on the pages that may differ; null where one of them does not open. */
export function comparePair(
  pdf: PdfFile,
  states: ComparedStates,
  budget: WorkBudget,
): Promise<PairReading | null> {
  return withRevisions(pdf, states, (old, now) => compareDocuments({ old, now }, states, budget));
}

interface OpenPair {
  readonly old: PdfDocument;
  readonly now: PdfDocument;
}

async function compareDocuments(
  { old, now }: OpenPair,
  states: ComparedStates,
  budget: WorkBudget,
): Promise<PairReading> {
  const pages = { before: old.numPages, after: now.numPages };
  const differences: PlacedDifference[] = [];
  const covered: TurnedText[] = [];
  const uncovered: TurnedText[] = [];
  const leftOut: number[] = [];
  const unreadable: number[] = [];
  for (const { before, after } of pairPages(pages, states)) {
    if (!budget.goesOn()) leftOut.push(after);
    else {
      const was = await readSide(old, before, budget);
      const is = await readSide(now, after, budget);
      if (was === null || is === null) unreadable.push(after);
      else {
        const found = comparePageText(was.text, is.text);
        differences.push(...found.map((one) => ({ page: after, ...one })));
        const texts = { before: was.text, after: is.text };
        covered.push(...findTurned(is.drawing, was.drawing).map((area) => ({ area, ...texts })));
        uncovered.push(...findTurned(was.drawing, is.drawing).map((area) => ({ area, ...texts })));
      }
    }
  }
  return { pages, differences, covered, uncovered, leftOut, unreadable };
}

interface PageSide {
  readonly text: PageText;
  readonly drawing: PageDrawing;
}

/** One state of a page; null where it is damaged, or draws more than is looked at. */
async function readSide(document: PdfDocument, page: number, budget: WorkBudget): Promise<PageSide | null> {
  budget.spend(pageCost);
  const text = await readPageText(document, page).catch(() => null);
  budget.spend(text === null ? 0 : text.pieces.length + text.notes.length);
  const drawing = await readPageDrawing(document, page).catch(() => null);
  budget.spend(drawing === null ? 0 : drawing.operators);
  return text === null || drawing === null ? null : { text, drawing };
}
