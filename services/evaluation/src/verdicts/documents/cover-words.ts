import { rgb } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import { openPdf } from '@assay/media/pdf/open-pdf';
import { readPageText } from '@assay/media/pdf/text/read-page-text';
import type { PageText } from '@assay/media/pdf/text/page-text';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';

/** Words on a page that stands upright, in points from its lower left corner. */
export interface WordsPlace {
  /** Counted from 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const triedPages = 8;
const leastWidth = 40;
const leastHeight = 4;
const greatestHeight = 30;
const margin = 1.5;

/** Where words stand that can be covered; undefined where the first pages have none. */
export async function findWords(bytes: Uint8Array, seed: number): Promise<WordsPlace | undefined> {
  const opened = await openPdf(Uint8Array.from(bytes));
  if ('isLocked' in opened) return undefined;
  const { document } = opened;
  try {
    const random = seededRandom(seed);
    const first = Math.floor(random() * Math.min(triedPages, document.numPages));
    for (let nth = 0; nth < Math.min(triedPages, document.numPages); nth += 1) {
      const number = ((first + nth) % document.numPages) + 1;
      const { view, rotate } = await document.getPage(number);
      const [left = 0, , , top = 0] = view;
      const boxes = rotate === 0 ? boxesOf(await readPageText(document, number)) : [];
      const box = boxes[Math.floor(random() * boxes.length)];
      if (box !== undefined)
        return { ...box, page: number, x: box.x + left - margin, y: top - box.y - margin };
    }
    return undefined;
  } finally {
    await document.loadingTask.destroy();
  }
}

/** With `y` down to the lower edge, and a margin in the sizes. */
function boxesOf({ pieces }: PageText): Omit<WordsPlace, 'page'>[] {
  return pieces.flatMap(({ box: { left, top, right, bottom } }) => {
    const width = right - left;
    const height = bottom - top;
    const isFit = width >= leastWidth && height >= leastHeight && height <= greatestHeight;
    return isFit ? [{ x: left, y: bottom, width: width + 2 * margin, height: height + 2 * margin }] : [];
  });
}

/** Paints white over the words, and writes others upon it, as a further content of the page. */
export function overwrite(document: PDFDocument, { page: number, x, y, width, height }: WordsPlace): void {
  const page = document.getPage(number - 1);
  page.drawRectangle({ x, y, width, height, color: rgb(1, 1, 1) });
  const size = Math.min(height, width / 6);
  page.drawText('EUR 9,480.00', { x: x + margin, y: y + margin, size });
}

/** Lays a white note over the words; the reference is what is drawn of it. */
export function coverWithNote(
  document: PDFDocument,
  { page: number, x, y, width, height }: WordsPlace,
): PDFRef {
  const { context } = document;
  const white = context.register(
    drawingOf(document, { width, height }, `1 g 0 0 ${String(width)} ${String(height)} re f`),
  );
  const note = context.obj({
    Type: 'Annot',
    Subtype: 'Square',
    Rect: [x, y, x + width, y + height],
    F: 4,
    AP: { N: white },
  });
  document.getPage(number - 1).node.addAnnot(context.register(note));
  return white;
}

/** Nothing is drawn of the note any more. */
export function emptyNote(
  document: PDFDocument,
  drawing: PDFRef,
  size: Pick<WordsPlace, 'width' | 'height'>,
): void {
  document.context.assign(drawing, drawingOf(document, size, ' '));
  document.context.snapshot?.markRefForSave(drawing);
}

function drawingOf(
  { context }: PDFDocument,
  { width, height }: Pick<WordsPlace, 'width' | 'height'>,
  content: string,
): ReturnType<PDFDocument['context']['stream']> {
  const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] };
  return context.stream(content, entries);
}
