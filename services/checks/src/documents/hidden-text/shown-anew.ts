import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { readPageDrawing } from '@assay/media/pdf/marks/read-page-drawing';
import { openRevision } from '@assay/media/pdf/text/open-revisions';
import type { HiddenArea } from './hidden-areas.ts';
import { findTextKind, saysOther } from './text-kind.ts';
import { listHiddenAreas } from './uncovered-text.ts';

/** Programs number pages anew at the upper and lower edge, each this share of the height. */
const edge = 0.08;

/**
 * Returns true where a number, date or name is hidden and another one of its kind is shown in its place, or shapes as high as the text.
 * Covers that annotations draw are left to the comparison of saves, and page numbers are innocent.
 */
export function isShownAnew(area: HiddenArea, pageHeight: number): boolean {
  const { hiding, cover, wholeText, shownInstead, hasOutlines, box } = area;
  if (!['covered', 'same colour', 'invisible'].includes(hiding) || cover?.isAnnotation === true) return false;
  const isAtEdge = box.bottom < edge * pageHeight || box.top > (1 - edge) * pageHeight;
  if (isAtEdge && /^[^\d]*\d{1,4}[^\d]*(?:\d{1,4})?$/u.test(wholeText)) return false;
  return shownInstead === ''
    ? hasOutlines && findTextKind(wholeText) !== null
    : saysOther(wholeText, shownInstead);
}

/**
 * Keeps the areas that the first save of a document hides already. What a later save covered is told, and weighed, by the comparison of
 * saves.
 */
export async function keepOldest(
  pdf: PdfFile | undefined,
  areas: readonly HiddenArea[],
): Promise<HiddenArea[]> {
  if (pdf === undefined || pdf.revisions.length < 2 || areas.length === 0) return [...areas];
  const first = await openRevision(pdf, 0);
  if (first === null) return [...areas];
  try {
    const kept: HiddenArea[] = [];
    for (const [page, own] of Map.groupBy(areas, (area) => area.page)) {
      const earlier = await listEarlier(first, page);
      kept.push(...own.filter(({ text }) => earlier.some((area) => area.text === text)));
    }
    return kept;
  } finally {
    await first.loadingTask.destroy();
  }
}

async function listEarlier(document: PdfDocument, page: number): Promise<HiddenArea[]> {
  const drawing = page > document.numPages ? null : await readPageDrawing(document, page).catch(() => null);
  return drawing === null ? [] : listHiddenAreas(drawing);
}
