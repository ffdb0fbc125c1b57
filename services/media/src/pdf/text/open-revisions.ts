import { openPdf } from '../open-pdf.ts';
import type { PdfDocument } from '../open-pdf.ts';
import { bytesOfRevision } from '../pdf-file.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { StatePair } from '../state/page-changes.ts';

/** Opens two saved states for as long as the work on them takes; null where one of them does not open. */
export async function withRevisions<T>(
  pdf: Pick<PdfFile, 'bytes' | 'revisions'>,
  { before, after }: StatePair,
  work: (old: PdfDocument, now: PdfDocument) => Promise<T>,
): Promise<T | null> {
  const old = await openRevision(pdf, before);
  const now = await openRevision(pdf, after);
  try {
    return old === null || now === null ? null : await work(old, now);
  } finally {
    await old?.loadingTask.destroy();
    await now?.loadingTask.destroy();
  }
}

/** Opens a PDF as it was saved. Null where it does not open. */
export async function openRevision(
  pdf: Pick<PdfFile, 'bytes' | 'revisions'>,
  revision: number,
): Promise<PdfDocument | null> {
  const opened = await openPdf(Uint8Array.from(bytesOfRevision(pdf, revision))).catch(() => null);
  return opened === null || 'isLocked' in opened ? null : opened.document;
}
