import { touches } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import { readPageDrawing } from '@assay/media/pdf/marks/read-page-drawing';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { listAnnotatedPages } from '@assay/media/pdf/state/page-changes';
import { openRevision } from '@assay/media/pdf/text/open-revisions';
import type { PageNote, PageText } from '@assay/media/pdf/text/page-text';
import { readPageText } from '@assay/media/pdf/text/read-page-text';
import { pageCost } from '../pages/document-effort.ts';
import type { WorkBudget } from '../pages/document-effort.ts';
import type { HiddenArea } from '../hidden-text/hidden-areas.ts';
import { listHiddenAreas } from '../hidden-text/uncovered-text.ts';
import type { TurnedText } from './compare-pair.ts';

/** Words that lie under something drawn later, and the words that are shown there instead. */
export interface CoveredText {
  /** Counted from 1. */
  readonly page: number;
  readonly before: string;
  /** Empty: none. */
  readonly shown: string;
  readonly box: Box;
  /** The save that drew the cover, counted from 1; null where the file does not say. */
  readonly save: number | null;
  /** The save that still shows the words, counted from 1; null where the file does not say. */
  readonly since: number | null;
}

/** Annotations that cover nothing: what they mark or link to stays in sight. */
const coversNothing: readonly string[] = ['Link', 'Widget', 'Popup', 'Text', 'Highlight', 'Underline'];

/** The words that a later state covers. Fields that stood there before show their value, and hide nothing. */
export function toCovered({ area, before, after }: TurnedText): Omit<CoveredText, 'save' | 'since'> {
  return describeCover(area, after, listFields(before));
}

/** Words that annotations of the last state cover. */
export interface AnnotatedText {
  readonly covered: readonly CoveredText[];
  /** Pages with annotations, counted from 1, that the budget left no work for. */
  readonly leftOut: readonly number[];
}

/** Reads the pages with annotations, as far as the budget goes. */
export async function readAnnotated(pdf: PdfFile, budget: WorkBudget): Promise<AnnotatedText> {
  const annotated = listAnnotatedPages(pdf);
  const last = annotated?.length === 0 ? null : await openRevision(pdf, pdf.revisions.length - 1);
  if (last === null) return { covered: [], leftOut: [] };
  try {
    const covered: CoveredText[] = [];
    const leftOut: number[] = [];
    for (const page of annotated ?? Array.from({ length: last.numPages }, (_, at) => at + 1)) {
      if (budget.goesOn()) covered.push(...(await readAnnotatedPage(last, page, budget)));
      else leftOut.push(page);
    }
    return { covered, leftOut };
  } finally {
    await last.loadingTask.destroy();
  }
}

async function readAnnotatedPage(
  document: PdfDocument,
  page: number,
  budget: WorkBudget,
): Promise<CoveredText[]> {
  budget.spend(pageCost);
  const notes = await readPageText(document, page).catch(() => null);
  if (notes === null || notes.notes.every(({ subtype }) => coversNothing.includes(subtype))) return [];
  const drawing = await readPageDrawing(document, page).catch(() => null);
  budget.spend(notes.pieces.length + (drawing?.operators ?? 0));
  const areas = drawing === null ? [] : listHiddenAreas(drawing);
  return areas
    .filter(({ hiding, cover }) => hiding === 'covered' && cover?.isAnnotation === true)
    .map((area) => ({ ...describeCover(area, notes, listFields(notes)), save: null, since: null }));
}

/** The places of form fields. */
function listFields(page: PageText): readonly Box[] {
  return page.notes.filter(({ subtype }) => subtype === 'Widget').map(({ box }) => box);
}

/** @param fields form fields that stood there before; what they show is their value */
function describeCover(
  { page, wholeText, box, cover, shownInstead }: HiddenArea,
  { notes, signatures }: PageText,
  fields: readonly Box[],
): Omit<CoveredText, 'save' | 'since'> {
  const isExpected =
    cover?.isAnnotation === true && [...fields, ...signatures].some((one) => touches(one, box));
  const written = notes.filter((note) => showsItsWords(note) && touches(note.box, box));
  const shown = written.map((note) => note.text).join(' ') || (isExpected ? '' : shownInstead);
  return { page, before: wholeText, shown, box };
}

/** Text boxes show what they say; the words of other annotations are comments on what they mark. */
function showsItsWords({ subtype, text }: PageNote): boolean {
  return subtype === 'FreeText' && text !== '';
}
