import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PDFiumDocument } from '@hyzyla/pdfium';

/** A page as a reader sees it: RGBA, 8 bits, row by row. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly pixelsPerPoint: number;
}

/** A PDF whose pages can be drawn. */
export interface DrawablePdf {
  readonly pageCount: number;
  /** Draws a page, counted from 1, with its notes and filled fields; null where it has no size or cannot be drawn. */
  readonly draw: (page: number) => Promise<DrawnPage | null>;
}

/** Of a drawn page, in pixels; a page of A4 gets 103 to the inch. */
const longestSide = 1200;
/** Larger than it is made for print, a small page shows nothing more. */
const maxPixelsPerPoint = 3;

/** What draws PDFs, until it is closed. */
export interface PdfDrawer {
  /** Opens files for as long as `use` takes; one that does not open is null. */
  withDrawables<T>(
    files: readonly Uint8Array[],
    use: (drawables: readonly (DrawablePdf | null)[]) => Promise<T>,
  ): Promise<T>;
  close(): void;
}

/**
 * Draws PDFs with PDFium compiled to WebAssembly: a hostile file reaches no memory but the library's own, and no other file. Every
 * state of a document is drawn by the same library with the same fonts, so that pages that look alike are equal to the byte.
 */
export async function openPdfDrawer(): Promise<PdfDrawer> {
  const library = await PDFiumLibrary.init();
  return {
    async withDrawables(files, use) {
      const opened: (PDFiumDocument | null)[] = [];
      try {
        for (const file of files) opened.push(await library.loadDocument(file).catch(() => null));
        return await use(opened.map((document) => (document === null ? null : drawableOf(document))));
      } finally {
        for (const document of opened) document?.destroy();
      }
    },
    close: () => {
      library.destroy();
    },
  };
}

function drawableOf(document: PDFiumDocument): DrawablePdf {
  return {
    pageCount: document.getPageCount(),
    draw: (page) => drawPage(document, page).catch(() => null),
  };
}

async function drawPage(document: PDFiumDocument, number: number): Promise<DrawnPage | null> {
  const page = document.getPage(number - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const pixelsPerPoint = Math.min(maxPixelsPerPoint, longestSide / Math.max(originalWidth, originalHeight));
  if (Math.min(originalWidth, originalHeight) * pixelsPerPoint < 1) return null;
  const width = originalWidth * pixelsPerPoint;
  const height = originalHeight * pixelsPerPoint;
  const drawn = await page.render({ render: 'bitmap', width, height, scale: 1, renderFormFields: true });
  return { width: drawn.width, height: drawn.height, data: drawn.data, pixelsPerPoint };
}
