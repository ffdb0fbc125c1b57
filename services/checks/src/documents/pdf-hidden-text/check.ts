import { readPageDrawing } from '@assay/media/pdf/marks/read-page-drawing';
import { openPdf } from '@assay/media/pdf/open-pdf';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import { openPdfFile } from '@assay/media/pdf/pdf-file';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { fullEffort, pageCost, startWork } from '../pages/document-effort.ts';
import type { DocumentEffort, WorkBudget } from '../pages/document-effort.ts';
import { joinHidden } from '../hidden-text/hidden-areas.ts';
import type { HiddenArea } from '../hidden-text/hidden-areas.ts';
import { isShownAnew, keepOldest } from '../hidden-text/shown-anew.ts';
import { countWithout } from '../../search/searched-part.ts';
import { pageLocation } from '../pages/page-location.ts';
import { stateHidden } from '../hidden-text/state-hidden.ts';
import type { HiddenText } from '../hidden-text/state-hidden.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Hidden text is usual and innocent: words of text recognition, drawing for signing services, layers of drawings, slides built up step by step. Who put it there, and why, the file does not say.',
  'Text that is cut away by a clip, text written from top to bottom, and text within pictures are not looked at.',
];

const maxShown = 40;

/**
 * Looks for text that a reader of a PDF does not see and a program does: covered by something drawn later, as in a redaction
 * that removes nothing, in the colour of its ground, drawn invisibly, on a layer that is off, or outside of the page. Where a
 * number, date or name is hidden and another one of its kind is shown in its place, the document stays open; all else weighs
 * nothing.
 */
export const check: Check = {
  ...manifest,
  run: (subject, signal) => searchHiddenText(subject, signal),
};

/** @param effort less than the full one only in tests */
export async function searchHiddenText(
  { bytes, mimeType }: Subject,
  signal: AbortSignal,
  effort: DocumentEffort = fullEffort,
): Promise<CheckResult> {
  if (mimeType !== 'application/pdf') return forOtherType(manifest, 'the file is not a PDF');
  const opened = await openPdf(Uint8Array.from(bytes));
  if ('isLocked' in opened) return notApplicable(manifest, 'the document does not open without its password');
  try {
    const found = await readHidden(opened.document, startWork(effort.operators, effort.cpuMs, signal));
    const [pages, damaged] = found.searched;
    if (damaged.searched === 0 || (pages.searched === pages.total && found.readPages === 0))
      return notApplicable(manifest, 'none of its pages could be read');
    const file = openPdfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const shownAnew = await keepOldest(file, found.shownAnew);
    return finding(manifest, {
      llrManipulated: shownAnew.length === 0 ? 0 : likelihoodRatios['text-covered-and-shown-anew'].llr,
      statement: stateHidden({ ...found, shownAnew }),
      searched: found.searched,
      facts: listFacts(found, shownAnew),
      limits,
      parameters: { ...effort },
      locations: [...shownAnew, ...found.areas.filter((area) => !shownAnew.includes(area))]
        .slice(0, maxShown)
        .map(({ page, box }) => pageLocation(page, box)),
    });
  } finally {
    await opened.document.loadingTask.destroy();
  }
}

async function readHidden(document: PdfDocument, budget: WorkBudget): Promise<HiddenText> {
  const areas: HiddenArea[] = [];
  const shownAnew: HiddenArea[] = [];
  const recognised: number[] = [];
  const leftOut: number[] = [];
  const damaged: number[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    if (!budget.goesOn()) {
      leftOut.push(page);
      continue;
    }
    const drawing = await readPageDrawing(document, page).catch(() => null);
    budget.spend(pageCost + (drawing?.operators ?? 0));
    if (drawing === null) damaged.push(page);
    const found = drawing === null ? [] : joinHidden(drawing);
    if (found.some(({ hiding }) => hiding === 'recognised')) recognised.push(page);
    areas.push(...found.filter(({ hiding }) => hiding !== 'recognised'));
    shownAnew.push(...found.filter((area) => isShownAnew(area, drawing?.height ?? 0)));
  }
  const { numPages } = document;
  return {
    areas,
    shownAnew,
    recognisedPages: recognised,
    readPages: numPages - leftOut.length - damaged.length,
    searched: [
      countWithout('page', numPages, leftOut, budget.limit()),
      countWithout('page', numPages, damaged, 'unreadable'),
    ],
  };
}

function listFacts(
  { areas, recognisedPages, searched, readPages }: HiddenText,
  shownAnew: readonly HiddenArea[],
): JsonObject {
  return {
    pageCount: searched[0].total,
    examinedPages: readPages,
    places: areas.length,
    recognisedPages: recognisedPages.slice(0, maxShown),
    shownAnew: shownAnew.slice(0, maxShown).map(({ page, wholeText, shownInstead }) => ({
      page,
      before: wholeText,
      after: shownInstead,
    })),
    hidden: areas.slice(0, maxShown).map((area) => ({
      page: area.page,
      how: area.hiding,
      text: area.text,
      ...(area.cover === null ? {} : { coveredBy: area.cover.colour ?? 'picture' }),
      ...(area.cover?.isAnnotation === true ? { coveredByAnnotation: true } : {}),
      ...(area.shownInstead === '' ? {} : { shownInstead: area.shownInstead }),
      ...(area.layer === null ? {} : { layer: area.layer }),
    })),
  };
}
