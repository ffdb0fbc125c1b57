import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { compareRevisions, withRevisions } from '@assay/media/pdf/text/compare-revisions';
import type { FindingLocation, JsonObject } from '../../check.ts';
import type { HiddenArea } from '../hidden-text/hidden-areas.ts';
import { findTurned } from '../hidden-text/uncovered-text.ts';
import { pageLocation } from '../page-location.ts';
import { differenceFacts, differenceLocation, placedDifferences } from './difference-facts.ts';
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
}

export const unchangedSince: SinceSigning = { differences: [], pages: null, uncovered: [], covered: [] };

/** Milliseconds for comparing words, and again for what covers them. */
const maxTime = 6_000;
const maxShown = 40;

/** Compares the signed state with the last one. */
export async function readSince(pdf: PdfFile, signed: number): Promise<SinceSigning> {
  const last = pdf.revisions.length - 1;
  const until = performance.now() + maxTime;
  const read = await compareRevisions(pdf, { before: signed, after: last, until });
  if (read === null) return unchangedSince;
  const turned = await withRevisions(pdf, { before: signed, after: last }, turnedBetween);
  const pages = { before: read.pagesBefore, after: read.pagesAfter };
  return { ...unchangedSince, differences: placedDifferences(read.pages), pages, ...turned };
}

async function turnedBetween(
  old: PdfDocument,
  now: PdfDocument,
): Promise<Pick<SinceSigning, 'uncovered' | 'covered'>> {
  const until = performance.now() + maxTime;
  return { uncovered: await findTurned(old, now, until), covered: await findTurned(now, old, until) };
}

/** Whether the pages themselves read differently, and not what was filled in or noted on them. */
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
