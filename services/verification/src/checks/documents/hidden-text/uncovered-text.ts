import type { PageMarks } from '@assay/media/pdf/marks/page-marks';
import { readPageMarks } from '@assay/media/pdf/marks/read-page-marks';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import { findHidden } from './find-hidden.ts';
import { joinHidden } from './hidden-areas.ts';
import type { HiddenArea } from './hidden-areas.ts';

const maxPages = 30;

/**
 * Text that was hidden in one state of a document and is seen in a later one, or the other way round: what shadow attacks
 * prepare before signing (Mainka et al., NDSS 2021).
 * @param until time of `performance.now()` at which no further page is begun
 */
export async function findTurned(
  hiddenIn: PdfDocument,
  seenIn: PdfDocument,
  until: number,
): Promise<HiddenArea[]> {
  const turned: HiddenArea[] = [];
  const pages = Math.min(hiddenIn.numPages, seenIn.numPages, maxPages);
  for (let page = 1; page <= pages && performance.now() < until; page += 1) {
    const [one, other] = [await marksOrNull(hiddenIn, page), await marksOrNull(seenIn, page)];
    if (one === null || other === null) continue;
    const areas = hiddenAreas(one);
    turned.push(...areas.filter((area) => isSeenIn(other, area)));
  }
  return turned;
}

/** The text that one page hides; nothing where it cannot be read. */
export async function hiddenOnPage(document: PdfDocument, page: number): Promise<HiddenArea[]> {
  const read = await marksOrNull(document, page);
  return read === null ? [] : hiddenAreas(read);
}

function marksOrNull(document: PdfDocument, page: number): Promise<PageMarks | null> {
  return readPageMarks(document, page).catch(() => null);
}

function hiddenAreas(marks: PageMarks): HiddenArea[] {
  return joinHidden(marks, findHidden(marks)).filter(({ hiding }) => hiding !== 'recognised');
}

/** Whether the page draws that text there, and does not hide it. */
function isSeenIn(marks: PageMarks, { text, box }: HiddenArea): boolean {
  const hidden = new Set(findHidden(marks).map(({ glyph }) => glyph));
  const seen = marks.glyphs.filter((glyph) => !hidden.has(glyph) && !glyph.isClipped);
  const within = seen.filter(
    ({ box: { left, right, top, bottom } }) =>
      right > box.left - 1 && left < box.right + 1 && bottom > box.top - 1 && top < box.bottom + 1,
  );
  return within
    .map((glyph) => glyph.text)
    .join('')
    .includes(text.replaceAll(' ', ''));
}
