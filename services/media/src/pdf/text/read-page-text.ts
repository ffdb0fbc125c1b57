import { mappedBox, multiply } from '../marks/geometry.ts';
import type { Box, Matrix } from '../marks/geometry.ts';
import type { PdfDocument } from '../open-pdf.ts';
import type { PageNote, PageText, TextPiece } from './page-text.ts';

/** Of the height of a font, that of capitals. */
const capitals = 0.7;
const maxNotes = 500;

/** The text and the notes of a page; rejects where it is damaged. */
export async function readPageText(document: PdfDocument, number: number): Promise<PageText> {
  const page = await document.getPage(number);
  try {
    const base = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item): TextPiece[] =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, box: boxOf(base, item.transform as number[], item.width) }]
        : [],
    );
    const found = ((await page.getAnnotations()) as readonly RawNote[]).slice(0, maxNotes);
    const notes = found.flatMap((note) => toNote(base, note));
    const signatures = found
      .filter(({ fieldType }) => fieldType === 'Sig')
      .map(({ rect }) => noteBox(base, rect));
    return { pieces, notes, signatures };
  } finally {
    page.cleanup();
  }
}

function boxOf(base: Matrix, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[], width: number): Box {
  const across = Math.hypot(a, b);
  const length = across === 0 ? 0 : width / across;
  return mappedBox(multiply(base, [a, b, c, d, e, f]), [0, 0, length, capitals]);
}

/** As pdf.js answers it. */
interface RawNote {
  readonly id?: string;
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
  readonly rect?: readonly number[];
}

function toNote(base: Matrix, note: RawNote): PageNote[] {
  const { id, subtype, fieldType, fieldValue, contentsObj } = note;
  if (id === undefined || subtype === undefined || fieldType === 'Sig') return [];
  const value = typeof fieldValue === 'string' || Array.isArray(fieldValue) ? String(fieldValue) : '';
  return [{ id, subtype, text: value || (contentsObj?.str ?? ''), box: noteBox(base, note.rect) }];
}

function noteBox(base: Matrix, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[] = []): Box {
  return mappedBox(base, [x0, y0, x1, y1]);
}
