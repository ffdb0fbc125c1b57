import { readFile } from 'node:fs/promises';
import type { DocumentFacts } from '../document/document-facts.ts';
import { openPdf } from './open-pdf.ts';
import { readPdfProperties } from './read-pdf-properties.ts';
import { readPdfText } from './read-pdf-text.ts';

/**
 * Reads what is known of a PDF.
 * @throws UndecodableError
 */
export async function readPdf(path: string): Promise<DocumentFacts> {
  const opened = await openPdf(new Uint8Array(await readFile(path)));
  if ('isLocked' in opened) return { isEncrypted: true };
  const { document } = opened;
  try {
    return {
      isEncrypted: false,
      pageCount: document.numPages,
      ...(await readPdfProperties(document)),
      ...(await readPdfText(document)),
    };
  } finally {
    await document.loadingTask.destroy();
  }
}
