import { readPageMarks } from '@assay/media/pdf/marks/read-page-marks';
import { openPdf } from '@assay/media/pdf/open-pdf';
import type { PdfDocument } from '@assay/media/pdf/open-pdf';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../check.ts';
import { findHidden } from './hidden-text/find-hidden.ts';
import { joinHidden } from './hidden-text/hidden-areas.ts';
import type { HiddenArea } from './hidden-text/hidden-areas.ts';
import { pageLocation } from './page-location.ts';
import { stateHidden } from './hidden-text/state-hidden.ts';
import type { HiddenText } from './hidden-text/state-hidden.ts';

const identity = {
  slug: 'pdf-hidden-text',
  version: '1',
  kind: 'structural',
  criterion: 'container_structure',
} as const;

const limits = [
  'Hidden text is usual and innocent: words of text recognition, marks for signing services, layers of drawings, slides built up step by step. Who put it there, and why, the file does not say.',
  'Text that is cut away by a clip, text written from top to bottom, and text within pictures are not looked at.',
];

const maxPages = 300;
/** Milliseconds, after which no further page is begun. */
const maxTime = 12_000;
const maxShown = 40;

/**
 * Looks for text that a reader of a PDF does not see and a program does: covered by something drawn later, as in a redaction
 * that removes nothing (Bland et al., Story Beyond the Eye, PETS 2023), in the colour of its ground, drawn invisibly, on a layer that is off, or
 * outside of the page. Weighs nothing.
 */
export const pdfHiddenText: Check = { ...identity, run: examine };

async function examine({ bytes, mimeType }: Subject, signal: AbortSignal): Promise<CheckResult> {
  if (mimeType !== 'application/pdf') return notApplicable(identity, 'the file is not a PDF');
  const opened = await openPdf(Uint8Array.from(bytes));
  if ('isLocked' in opened) return notApplicable(identity, 'the document does not open without its password');
  try {
    const found = await readHidden(opened.document, signal);
    if (found.examinedPages === 0) return notApplicable(identity, 'none of its pages could be read');
    return finding(identity, {
      statement: stateHidden(found),
      facts: factsOf(found),
      limits: [...limits, ...partLimits(found)],
      parameters: { maxPages, maxTime },
      locations: found.areas.slice(0, maxShown).map(({ page, box }) => pageLocation(page, box)),
    });
  } finally {
    await opened.document.loadingTask.destroy();
  }
}

async function readHidden(document: PdfDocument, signal: AbortSignal): Promise<HiddenText> {
  const started = performance.now();
  const areas: HiddenArea[] = [];
  const recognised: number[] = [];
  let examinedPages = 0;
  for (let page = 1; page <= Math.min(document.numPages, maxPages); page += 1) {
    signal.throwIfAborted();
    if (performance.now() - started > maxTime) break;
    const marks = await readPageMarks(document, page).catch(() => null);
    if (marks === null) continue;
    examinedPages += 1;
    const found = joinHidden(marks, findHidden(marks));
    if (found.some(({ hiding }) => hiding === 'recognised')) recognised.push(page);
    areas.push(...found.filter(({ hiding }) => hiding !== 'recognised'));
  }
  return { areas, recognisedPages: recognised, pageCount: document.numPages, examinedPages };
}

function factsOf({ areas, recognisedPages, pageCount, examinedPages }: HiddenText): JsonObject {
  return {
    pageCount,
    examinedPages,
    places: areas.length,
    recognisedPages: recognisedPages.slice(0, maxShown),
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

function partLimits({ pageCount, examinedPages }: HiddenText): string[] {
  return examinedPages === pageCount
    ? []
    : [`Only ${String(examinedPages)} of its ${String(pageCount)} pages could be examined.`];
}
