import { touches } from '@assay/media/pdf/marks/geometry';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import type { FindingLocation, JsonObject } from '../../check/check.ts';
import type { HiddenArea } from '../hidden-text/hidden-areas.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import type { WorkBudget } from '../pages/document-effort.ts';
import { pageLocation } from '../pages/page-location.ts';
import { differenceFacts, differenceLocation } from './difference-facts.ts';
import { comparePair } from './compare-pair.ts';
import type { ComparedStates, TurnedText } from './compare-pair.ts';
import { countWithout } from '../../search/searched-part.ts';
import type { PlacedDifference } from './difference-facts.ts';

/** How a document reads since its last signature. */
export interface SinceSigning {
  readonly differences: readonly PlacedDifference[];
  /** Null where the states could not be compared. */
  readonly pages: { readonly before: number; readonly after: number } | null;
  /** Text that was hidden at signing and is seen now. */
  readonly uncovered: readonly HiddenArea[];
  /** Text that was seen at signing and is hidden now. */
  readonly covered: readonly HiddenArea[];
  /** Pages that were compared; empty where no later save can have changed one. */
  readonly searched: readonly SearchedPart[];
}

export const unchangedSince: SinceSigning = {
  differences: [],
  pages: null,
  uncovered: [],
  covered: [],
  searched: [],
};

const maxShown = 40;

/** Compares the words of the signed state and the last one on the pages that may differ. */
export async function readSince(
  pdf: PdfFile,
  states: ComparedStates,
  budget: WorkBudget,
): Promise<SinceSigning> {
  const read = await comparePair(pdf, states, budget);
  const last = states.after + 1;
  if (read === null)
    return { ...unchangedSince, searched: [countWithout('save', last, [last], 'unreadable')] };
  const { differences, pages, leftOut, unreadable } = read;
  return {
    differences,
    pages,
    covered: read.covered.filter((turned) => hidesWords(turned)).map(({ area }) => area),
    uncovered: read.uncovered.map(({ area }) => area),
    searched: [
      countWithout('page', pages.after, leftOut, budget.limit()),
      countWithout('page', pages.after, unreadable, 'unreadable'),
    ],
  };
}

/** Form fields that stood there before show their value, and hide nothing. */
function hidesWords({ area, before }: TurnedText): boolean {
  if (area.hiding !== 'covered') return false;
  return !before.notes.some(({ subtype, box }) => subtype === 'Widget' && touches(box, area.box));
}

/** Returns true where the pages themselves read differently, and not only what was filled in or noted on them. */
export function readsDifferently({ differences, pages }: SinceSigning): boolean {
  return differences.some(({ of }) => of === 'text') || pages?.before !== pages?.after;
}

export function sinceFacts({ differences, pages, uncovered, covered }: SinceSigning): JsonObject {
  const areaFacts = ({ page, text }: HiddenArea): JsonObject => ({ page, text });
  return {
    pagesSigned: pages?.before ?? null,
    pagesNow: pages?.after ?? null,
    differences: differences.slice(0, maxShown).map(differenceFacts),
    uncovered: uncovered.slice(0, maxShown).map(areaFacts),
    covered: covered.slice(0, maxShown).map(areaFacts),
  };
}

export function sinceLocations({ differences, uncovered }: SinceSigning): FindingLocation[] {
  return [
    ...differences.map(differenceLocation),
    ...uncovered.map(({ page, box }) => pageLocation(page, box)),
  ].slice(0, maxShown);
}
