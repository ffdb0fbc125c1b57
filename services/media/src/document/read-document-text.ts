import { readFile } from 'node:fs/promises';
import { withArchive } from '../archive/open-archive.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import { walkDocText } from '../doc/read-doc.ts';
import { findParts } from '../docx/find-parts.ts';
import { walkBodyText } from '../docx/read-body-text.ts';
import { readEncryptedDocx } from '../docx/read-encrypted-docx.ts';
import { openPdf } from '../pdf/open-pdf.ts';
import { openPdfFile } from '../pdf/pdf-file.ts';
import { readPdfStructure } from '../pdf/read-pdf-structure.ts';
import { walkPdfText } from '../pdf/read-pdf-text.ts';
import { readHead } from '../sniff/read-head.ts';

/** The text of a document, or the reason why there is none or not all of it. */
export type DocumentContent =
  { readonly state: 'complete' | 'incomplete'; readonly text: string } | { readonly state: 'encrypted' };

export interface DocumentTextLimits {
  /** UTF-16 units; a longer text is incomplete. */
  readonly maxLength: number;
  /** Time for the pages of a PDF. */
  readonly maxMs: number;
}

type Walk = (
  path: string,
  onPiece: (piece: string) => void,
  limits: DocumentTextLimits,
) => Promise<DocumentContent['state']>;

const walks: Readonly<Record<string, Walk>> = {
  'application/pdf': walkPdf,
  'application/msword': walkDocText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': walkDocx,
};

/**
 * Reads the text of a PDF or a Word document as a reader sees it. Nothing is drawn or run.
 * @throws UndecodableError
 */
export async function readDocumentText(
  path: string,
  mimeType: string,
  limits: DocumentTextLimits,
): Promise<DocumentContent> {
  const walk = walks[mimeType];
  if (walk === undefined) throw new UndecodableError('the file could not be decoded: it is no document');
  const pieces: string[] = [];
  let length = 0;
  const collect = (piece: string): void => {
    length += piece.length;
    if (length <= limits.maxLength) pieces.push(piece);
  };
  const state = await walk(path, collect, limits);
  if (state === 'encrypted') return { state };
  return { state: length > limits.maxLength ? 'incomplete' : state, text: pieces.join('') };
}

async function walkPdf(
  path: string,
  onPiece: (piece: string) => void,
  { maxMs }: DocumentTextLimits,
): Promise<DocumentContent['state']> {
  const opened = await openPdf(new Uint8Array(await readFile(path))).catch(async (error: unknown) => {
    // The library knows passwords, and not the encryption for public keys (ISO 32000-2, section 7.6.5).
    const pdf = openPdfFile(await readFile(path));
    if (pdf !== undefined && readPdfStructure(pdf).isEncrypted) return { isLocked: true } as const;
    throw error;
  });
  if ('isLocked' in opened) return 'encrypted';
  try {
    return (await walkPdfText(opened.document, onPiece, maxMs)) ? 'complete' : 'incomplete';
  } finally {
    await opened.document.loadingTask.destroy();
  }
}

/** How a compound file begins ([MS-CFB] §2.2): encryption stores the archive in one. */
const compoundFileMagic = 'd0cf11e0a1b11ae1';

async function walkDocx(path: string, onPiece: (piece: string) => void): Promise<DocumentContent['state']> {
  const head = Buffer.from(await readHead(path));
  if (head.toString('hex', 0, 8) === compoundFileMagic) {
    await readEncryptedDocx(path);
    return 'encrypted';
  }
  await withArchive(path, async (archive) => {
    const { document } = await findParts(archive);
    await walkBodyText(archive.read(document), onPiece);
  });
  return 'complete';
}
