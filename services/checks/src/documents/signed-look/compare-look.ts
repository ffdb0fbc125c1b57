import { openPdfDrawer } from '@assay/media/pdf/drawing/open-drawable';
import type { DrawablePdf } from '@assay/media/pdf/drawing/open-drawable';
import type { Box } from '@assay/media/pdf/marks/geometry';
import { touches } from '@assay/media/pdf/marks/geometry';
import { readPageDrawing } from '@assay/media/pdf/marks/read-page-drawing';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import { bytesOfRevision } from '@assay/media/pdf/pdf-file';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { isDictionary } from '@assay/media/pdf/pdf-value';
import { openPdfState } from '@assay/media/pdf/state/pdf-state';
import { withRevisions } from '@assay/media/pdf/text/open-revisions';
import { readAnnotations } from '@assay/media/pdf/text/read-annotations';
import type { CheckArtifact, FindingLocation } from '../../check/check.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import type { WorkBudget } from '../pages/document-effort.ts';
import { compareStates, looksDifferent } from '../drawn-revisions/compare-states.ts';
import type { ComparedPage } from '../drawn-revisions/compare-states.ts';
import { drawComparison } from '../drawn-revisions/draw-comparison.ts';
import { pageLocation } from '../pages/page-location.ts';
import type { ComparedStates } from '../revision-text/compare-pair.ts';
import { countWithout } from '../../search/searched-part.ts';
import { findChangedPixels } from './changed-pixels.ts';
import { listPermitted } from './permitted-changes.ts';

/** How the pages of a document look since it was signed. */
export interface SignedLook {
  /** Pages that look different in a way that the signature does not permit, counted from 1. */
  readonly changed: readonly number[];
  /** Pages on which something permitted hides what was signed. */
  readonly hiding: readonly number[];
  /** Pages that look different as the signature permits. */
  readonly permitted: readonly number[];
  readonly locations: readonly FindingLocation[];
  readonly drawings: readonly CheckArtifact[];
  readonly searched: readonly SearchedPart[];
}

export const sameLook: SignedLook = {
  changed: [],
  hiding: [],
  permitted: [],
  locations: [],
  drawings: [],
  searched: [],
};

const maxDrawings = 4;

/** Draws the signed state and the last one, and judges every page that looks different by what the signature permits. */
export async function compareLook(
  pdf: PdfFile,
  states: ComparedStates & { readonly permission: number },
  budget: WorkBudget,
): Promise<SignedLook> {
  const drawer = await openPdfDrawer();
  try {
    const bytes = [bytesOfRevision(pdf, states.before), bytesOfRevision(pdf, states.after)];
    return await drawer.withDrawables(bytes, async ([before, after]) => {
      if (before == null || after == null) return unreadable(states);
      const compare = (old: PdfDocument, now: PdfDocument): Promise<SignedLook> =>
        judgePages({ pdf, states, before, after, old, now, budget });
      return (await withRevisions(pdf, states, compare)) ?? unreadable(states);
    });
  } finally {
    drawer.close();
  }
}

function unreadable({ after }: ComparedStates): SignedLook {
  return { ...sameLook, searched: [countWithout('save', after + 1, [after + 1], 'unreadable')] };
}

interface Judged {
  readonly pdf: PdfFile;
  readonly states: ComparedStates & { readonly permission: number };
  readonly before: DrawablePdf;
  readonly after: DrawablePdf;
  readonly old: PdfDocument;
  readonly now: PdfDocument;
  readonly budget: WorkBudget;
}

async function judgePages(judged: Judged): Promise<SignedLook> {
  const { states, before, after, budget } = judged;
  const pagesBy: Record<'changed' | 'hiding' | 'permitted', number[]> = {
    changed: [],
    hiding: [],
    permitted: [],
  };
  const leftOut: number[] = [];
  const damaged: number[] = [];
  const found: ComparedPage[] = [];
  for await (const one of compareStates({ ...states, before, after }, budget.goesOn)) {
    if ('why' in one) (one.why === 'left out' ? leftOut : damaged).push(one.page);
    else {
      for (const side of [one.before, one.after])
        budget.spend(side === null ? 0 : side.drawn.width * side.drawn.height);
      if (!looksDifferent(one)) continue;
      const kind = await judgePage(judged, one);
      pagesBy[kind].push(one.after?.page ?? one.before?.page ?? 0);
      if (kind !== 'permitted') found.push(one);
    }
  }
  const saves = { since: states.before + 1, save: states.after + 1 };
  const drawings: CheckArtifact[] = [];
  for (const one of found.slice(0, maxDrawings)) drawings.push(await drawComparison(one, saves));
  return {
    ...pagesBy,
    locations: found.flatMap(placeAreas),
    drawings,
    searched: [
      countWithout('page', after.pageCount, leftOut, budget.limit()),
      countWithout('page', after.pageCount, damaged, 'unreadable'),
    ],
  };
}

async function judgePage(
  { pdf, states, old, now }: Judged,
  { before, after }: ComparedPage,
): Promise<'changed' | 'hiding' | 'permitted'> {
  if (before === null || after === null) return 'changed';
  const signed = openPdfState(pdf)(states.before);
  const hasValue = (number: number | undefined): boolean => {
    const value = number === undefined ? undefined : signed.read(number);
    if (!isDictionary(value)) return false;
    return value.entries.has('V') || hasParentValue(value.entries.get('Parent'));
  };
  const hasParentValue = (reference: Parameters<typeof signed.resolve>[0]): boolean => {
    const parent = signed.resolve(reference);
    return isDictionary(parent) && parent.entries.has('V');
  };
  const permitted = listPermitted(
    {
      before: await readAnnotations(old, before.page).catch(() => []),
      after: await readAnnotations(now, after.page).catch(() => []),
      wasSigned: hasValue,
      lettersBefore: await readLetters(old, before.page),
      lettersAfter: await readLetters(now, after.page),
    },
    states.permission,
  );
  const { changesElsewhere, hidesContent } = findChangedPixels(before.drawn, after.drawn, permitted);
  if (changesElsewhere) return 'changed';
  return hidesContent ? 'hiding' : 'permitted';
}

async function readLetters(document: PdfDocument, page: number): Promise<(box: Box) => string> {
  const drawing = await readPageDrawing(document, page).catch(() => null);
  return (box) =>
    (drawing?.glyphs ?? [])
      .filter((glyph) => glyph.colours.length > 0 && touches(glyph.box, box))
      .map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, ''))
      .join('');
}

function placeAreas({ after, areas }: ComparedPage): FindingLocation[] {
  if (after === null) return [];
  const points = (pixels: number): number => pixels / after.drawn.pixelsPerPoint;
  return areas.map(({ x, y, width, height }) =>
    pageLocation(after.page, {
      left: points(x),
      top: points(y),
      right: points(x + width),
      bottom: points(y + height),
    }),
  );
}
