import { known } from '../document/facts/document-facts.ts';
import type { DocumentFacts } from '../document/facts/document-facts.ts';
import { openPdf } from './open-pdf.ts';
import type { PdfFile } from './pdf-file.ts';
import { readPdfProperties } from './read-pdf-properties.ts';
import { readPdfStructure } from './read-pdf-structure.ts';
import type { PdfStructure } from './read-pdf-structure.ts';
import { readPdfText } from './read-pdf-text.ts';

const maxFonts = 200;

/**
 * Reads what is known of a PDF: how it was saved and signed from its bytes, the rest as readers see it.
 * @param content taken over; empty afterwards
 * @param pdf the same, where its cross-references are whole; how often it was saved is else not known
 * @throws UndecodableError
 */
export async function readPdf(
  content: Uint8Array<ArrayBuffer>,
  pdf: PdfFile | undefined,
): Promise<DocumentFacts> {
  const structure = pdf && readPdfStructure(pdf);
  const facts = structure === undefined ? {} : structureFacts(structure);
  const opened = await openPdf(content).catch((error: unknown) => {
    // The library knows passwords, and not the encryption for public keys (ISO 32000-2, section 7.6.5).
    if (structure?.isEncrypted === true) return { isLocked: true } as const;
    throw error;
  });
  if ('isLocked' in opened) {
    return { ...facts, ...known({ pageCount: structure?.pageCount }), isEncrypted: true };
  }
  const { document } = opened;
  try {
    return {
      ...facts,
      isEncrypted: structure?.isEncrypted ?? false,
      pageCount: document.numPages,
      ...(await readPdfProperties(document)),
      ...(await readPdfText(document)),
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

/** A revision that a signature closes was appended by signing; any other behind the first is an update. */
function structureFacts({ revisions, signatures, ids, fonts }: PdfStructure): Partial<DocumentFacts> {
  const own = signatures.filter(({ kind }) => kind !== 'usage_rights');
  const isSigning = (index: number): boolean =>
    own.some(({ revision, coveredRevision }) => revision === index && coveredRevision === index);
  return {
    hasSignatures: own.some(({ isCurrent }) => isCurrent),
    signatureCount: own.filter(({ isCurrent }) => isCurrent).length,
    revisionCount: revisions.length,
    incrementalUpdates: revisions.filter((_, index) => index > 0 && !isSigning(index)).length,
    ...known({ fonts: fonts?.slice(0, maxFonts) }),
    revisionIds: ids,
  };
}
