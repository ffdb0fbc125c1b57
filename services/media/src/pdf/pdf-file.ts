import type { PdfDictionary } from './pdf-value.ts';
import { readRevisions } from './read-revisions.ts';
import type { PdfRevision } from './read-revisions.ts';
import { createReadBudget, readStream } from './read-stream.ts';
import type { PdfStream, ReadBudget } from './read-stream.ts';
import type { XrefEntries } from './read-xref-section.ts';

/** A PDF in memory whose cross-references have been followed, for all who look at its structure. */
export interface PdfFile {
  /** From its header on. */
  readonly bytes: Buffer;
  /** Oldest first. */
  readonly revisions: readonly PdfRevision[];
  /** Of the last revision. */
  readonly trailer: PdfDictionary;
  /** Where every object is in the end: the entries of all sections, later ones before earlier ones. */
  readonly entries: XrefEntries;
  readonly budget: ReadBudget;
  /** The stream at an offset, which is inflated once for all who ask, as far as there is room to remember it. */
  streamAt(offset: number): PdfStream | undefined;
}

const headerWindow = 1024;
const maxRememberedBytes = 32 * 2 ** 20;

/** Undefined when the cross-references are broken. */
export function openPdfFile(content: Buffer): PdfFile | undefined {
  // Offsets count from the header, which readers find behind other bytes too.
  const header = content.subarray(0, headerWindow).indexOf('%PDF-', 0, 'latin1');
  const bytes = content.subarray(Math.max(0, header));
  const budget = createReadBudget(bytes.length);
  const revisions = readRevisions(bytes, budget);
  const trailer = revisions?.at(-1)?.trailer;
  if (revisions === undefined || trailer === undefined) return undefined;
  const streamAt = rememberStreams((offset) => readStream(bytes, offset, budget));
  return { bytes, revisions, trailer, entries: currentEntries(revisions), budget, streamAt };
}

/** The file as it was saved: all bytes up to the end of a revision. */
export function bytesOfRevision(
  { bytes, revisions }: Pick<PdfFile, 'bytes' | 'revisions'>,
  revision: number,
): Buffer {
  return bytes.subarray(0, revisions[revision]?.end ?? bytes.length);
}

function rememberStreams(read: PdfFile['streamAt']): PdfFile['streamAt'] {
  const remembered = new Map<number, PdfStream>();
  let roomBytes = maxRememberedBytes;
  return (offset) => {
    const known = remembered.get(offset);
    if (known !== undefined) return known;
    const stream = read(offset);
    if (stream === undefined || stream.content.length > roomBytes) return stream;
    roomBytes -= stream.content.length;
    remembered.set(offset, stream);
    return stream;
  };
}

function currentEntries(revisions: readonly PdfRevision[]): XrefEntries {
  const current: XrefEntries = new Map();
  for (const { entries } of revisions.flatMap(({ sections }) => sections)) {
    for (const [number, place] of entries) current.set(number, place);
  }
  return current;
}
