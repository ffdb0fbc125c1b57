import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { undecodable } from '../limits/undecodable-error.ts';

/** A PDF that is open; whoever opened it destroys its `loadingTask`. */
export type PdfDocument = PDFDocumentProxy;

/** A PDF that is open, or one that does not open without its password. */
export type OpenedPdf = { readonly document: PdfDocument } | { readonly isLocked: true };

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Opens a PDF for its text and properties: nothing is drawn, run, or fetched, and of the machine only the package's own tables
 * of Asian encodings are read.
 * @param bytes taken over; empty afterwards
 * @throws UndecodableError
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    cMapUrl: join(packageFolder, 'cmaps', '/'),
    cMapPacked: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  });
  try {
    return { document: await task.promise };
  } catch (cause) {
    await task.destroy();
    if (cause instanceof Error && cause.name === 'PasswordException') return { isLocked: true };
    throw undecodable(cause);
  }
}
