import { openPdfFile } from '@assay/media/pdf/pdf-file';
import { openPdf } from '@assay/media/pdf/open-pdf';
import type { PdfFile } from '@assay/media/pdf/pdf-file';
import type { Subject } from '../../check/check.ts';

export type OpenedSubject =
  { readonly pdf: PdfFile; readonly reason: null } | { readonly pdf: null; readonly reason: string };

/** The structure of a PDF under examination, or why there is none. */
export function openSubjectPdf({ bytes, mimeType }: Subject): OpenedSubject {
  if (mimeType !== 'application/pdf') return { pdf: null, reason: 'the file is not a PDF' };
  const pdf = openPdfFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (pdf === undefined)
    return { pdf: null, reason: 'its cross-references are damaged, so its revisions cannot be told apart' };
  return { pdf, reason: null };
}

/** Returns true where a document opens with the empty password, as most encrypted ones do. */
export async function doesOpen({ bytes }: Pick<Subject, 'bytes'>): Promise<boolean> {
  const opened = await openPdf(Uint8Array.from(bytes)).catch(() => null);
  if (opened === null || 'isLocked' in opened) return false;
  await opened.document.loadingTask.destroy();
  return true;
}
