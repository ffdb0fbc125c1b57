import { mappedBox } from '../marks/geometry.ts';
import type { Box, Matrix } from '../marks/geometry.ts';
import type { PdfDocument } from '../open-pdf.ts';

/** An annotation of a page: a comment, a stamp, the place of a form field or a signature. */
export interface PageAnnotation {
  /** The number of its object; undefined where it has none. */
  readonly number: number | undefined;
  readonly subtype: string;
  /** `Tx`, `Btn`, `Ch` or `Sig` of a form field; undefined for other annotations. */
  readonly fieldType: string | undefined;
  /** The value of a form field, as text that is equal where values are. */
  readonly value: string;
  /** As displayed, in points from the upper left corner. */
  readonly box: Box;
}

/** As pdf.js answers it. */
interface RawAnnotation {
  readonly id?: string;
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly rect?: readonly number[];
}

const maxAnnotations = 1_000;

/** Reads the annotations of a page; rejects where it is damaged. */
export async function readAnnotations(document: PdfDocument, number: number): Promise<PageAnnotation[]> {
  const page = await document.getPage(number);
  try {
    const base = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
    const found = (await page.getAnnotations()) as readonly RawAnnotation[];
    return found
      .slice(0, maxAnnotations)
      .map(({ id = '', subtype = '', fieldType, fieldValue, rect = [] }) => {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
        const digits = /^\d+/u.exec(id)?.[0];
        return {
          number: digits === undefined ? undefined : Number(digits),
          subtype,
          fieldType,
          value: JSON.stringify(fieldValue ?? null),
          box: mappedBox(base, [x0, y0, x1, y1]),
        };
      });
  } finally {
    page.cleanup();
  }
}
