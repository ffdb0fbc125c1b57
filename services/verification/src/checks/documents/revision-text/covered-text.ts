import { touches } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { openRevision, withRevisions } from '@assay/media/pdf/text/compare-revisions';
import type { PageNote, PageText } from '@assay/media/pdf/text/page-text';
import { readPageText } from '@assay/media/pdf/text/read-page-text';
import type { HiddenArea } from '../hidden-text/hidden-areas.ts';
import { findTurned, hiddenOnPage } from '../hidden-text/uncovered-text.ts';

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
}

/** Milliseconds for all saves together. */
const maxTime = 8_000;
const maxPages = 30;
/** Annotations that cover nothing: what they mark or link to stays in sight. */
const coversNothing: readonly string[] = ['Link', 'Widget', 'Popup', 'Text', 'Highlight', 'Underline'];

/**
 * Words that these saves covered, and those that an annotation covers.
 * @param saves counted from 1, each with a state before it
 */
export async function readCovered(pdf: PdfFile, saves: readonly number[]): Promise<CoveredText[]> {
  const until = performance.now() + maxTime;
  const covered: CoveredText[] = [];
  for (const save of saves) covered.push(...(await coveredBySave(pdf, save, until)));
  const known = (one: CoveredText): boolean =>
    covered.some(({ page, before }) => page === one.page && before === one.before);
  const annotated = await coveredByAnnotations(pdf, until);
  return [...covered, ...annotated.filter((one) => !known(one))];
}

async function coveredBySave(pdf: PdfFile, save: number, until: number): Promise<CoveredText[]> {
  const covered = await withRevisions(pdf, { before: save - 2, after: save - 1 }, async (before, after) => {
    const areas = (await findTurned(after, before, until)).filter(({ hiding }) => hiding === 'covered');
    const found: CoveredText[] = [];
    for (const [page, own] of Map.groupBy(areas, (area) => area.page)) {
      const [earlier, notes] = [await notesOrNull(before, page), await notesOrNull(after, page)];
      found.push(...own.map((area) => toCovered(area, { notes, save, fields: listFields(earlier) })));
    }
    return found;
  });
  return covered ?? [];
}

async function coveredByAnnotations(pdf: PdfFile, until: number): Promise<CoveredText[]> {
  const last = await openRevision(pdf, pdf.revisions.length - 1);
  if (last === null) return [];
  try {
    const covered: CoveredText[] = [];
    for (let page = 1; page <= Math.min(last.numPages, maxPages) && performance.now() < until; page += 1) {
      const notes = await notesOrNull(last, page);
      if (notes === null || notes.notes.every(({ subtype }) => coversNothing.includes(subtype))) continue;
      const fields = listFields(notes);
      const areas = await hiddenOnPage(last, page);
      const own = areas.filter(({ hiding, cover }) => hiding === 'covered' && cover?.isAnnotation === true);
      covered.push(...own.map((area) => toCovered(area, { notes, save: null, fields })));
    }
    return covered;
  } finally {
    await last.loadingTask.destroy();
  }
}

/** The places of form fields. */
function listFields(page: PageText | null): readonly Box[] {
  return (page?.notes ?? []).filter(({ subtype }) => subtype === 'Widget').map(({ box }) => box);
}

interface OnPage extends Pick<CoveredText, 'save'> {
  readonly notes: PageText | null;
  /** Form fields that stood there before; what they show is their value. */
  readonly fields: readonly Box[];
}

function toCovered(
  { page, text, box, cover, shownInstead }: HiddenArea,
  { notes, save, fields }: OnPage,
): CoveredText {
  const expected = [...fields, ...(notes?.signatures ?? [])];
  const isExpected = cover?.isAnnotation === true && expected.some((one) => touches(one, box));
  const written = notes?.notes.filter((note) => showsItsWords(note) && touches(note.box, box)) ?? [];
  const shown = written.map((note) => note.text).join(' ') || (isExpected ? '' : shownInstead);
  return { page, before: text, shown, box, save };
}

/** Text boxes show what they say; the words of other annotations are comments on what they mark. */
function showsItsWords({ subtype, text }: PageNote): boolean {
  return subtype === 'FreeText' && text !== '';
}

function notesOrNull(document: PdfDocument, page: number): Promise<PageText | null> {
  return readPageText(document, page).catch(() => null);
}
