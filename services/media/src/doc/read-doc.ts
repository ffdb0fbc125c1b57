import { readFile } from 'node:fs/promises';
import { openCompoundFile } from '../archive/compound-file.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import { cleanText } from '../document/facts/clean-text.ts';
import { known } from '../document/facts/document-facts.ts';
import type { DocumentFacts, DocumentText } from '../document/facts/document-facts.ts';
import { readTextFacts } from '../text/text-facts.ts';
import { summaryFacts } from './summary-facts.ts';
import { readFontNames, readPieces, readWordHeader } from './word-stream.ts';
import type { WordHeader } from './word-stream.ts';

const maxFonts = 200;

/**
 * Reads what is known of a Word document of before 2007 ([MS-DOC]): its summary, and the text of its body, in which what tracked
 * changes deleted still counts.
 * @throws UndecodableError
 */
export async function readDoc(path: string): Promise<DocumentFacts> {
  const file = openCompoundFile(await readFile(path));
  const stream = file.read('WordDocument');
  if (stream === undefined) {
    throw new UndecodableError('the file could not be decoded: it holds no Word document');
  }
  const header = readWordHeader(stream);
  const table = header && file.read(header.tableName);
  const isReadable = header !== undefined && table !== undefined && !header.isEncrypted;
  return {
    isEncrypted: header?.isEncrypted ?? false,
    ...summaryFacts(file),
    ...known({ incrementalUpdates: header?.quickSaves }),
    hasSignatures: file.names.some((name) => /^_(?:xml)?signatures$/i.test(name)),
    ...(isReadable ? tableFacts(stream, table, header) : {}),
  };
}

function tableFacts(stream: Buffer, table: Buffer, header: WordHeader): Partial<DocumentFacts> {
  const fonts = new Set(
    readFontNames(table, header.fonts)
      .map(cleanText)
      .filter((name) => name !== undefined),
  );
  return { fonts: [...fonts].toSorted().slice(0, maxFonts), ...readText(stream, table, header) };
}

function readText(stream: Buffer, table: Buffer, header: WordHeader): DocumentText {
  const text = readTextFacts();
  const isComplete = walkPieces({ stream, table, header }, (piece) => text.add(piece));
  return { ...text.facts(), ...(isComplete ? {} : { textIsComplete: false }) };
}

interface WordText {
  readonly stream: Buffer;
  readonly table: Buffer;
  readonly header: WordHeader;
}

/** Returns false when the pieces do not fit their streams, so that the end of the text is missing. */
function walkPieces({ stream, table, header }: WordText, onPiece: (piece: string) => void): boolean {
  const drawn = createDrawnText();
  try {
    for (const piece of readPieces(stream, table, header)) onPiece(drawn(piece));
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

/**
 * Calls back with the text of a Word document of before 2007, piece by piece.
 * @throws UndecodableError
 */
export async function walkDocText(
  path: string,
  onPiece: (piece: string) => void,
): Promise<'complete' | 'incomplete' | 'encrypted'> {
  const file = openCompoundFile(await readFile(path));
  const stream = file.read('WordDocument');
  const header = stream && readWordHeader(stream);
  const table = header && file.read(header.tableName);
  if (header?.isEncrypted === true) return 'encrypted';
  if (stream === undefined || header === undefined || table === undefined) {
    throw new UndecodableError('the file could not be decoded: it holds no Word document');
  }
  return walkPieces({ stream, table, header }, onPiece) ? 'complete' : 'incomplete';
}

/**
 * What is drawn of the pieces of a text: marks of paragraphs, lines and cells as white space, places of pictures and notes as nothing.
 * Fields stand as their instruction and their result between marks; only the result is drawn.
 */
function createDrawnText(): (piece: string) => string {
  const fields: ('instruction' | 'result')[] = [];
  const marks: Readonly<Record<string, () => unknown>> = {
    '\u0013': () => fields.push('instruction'),
    '\u0014': () => fields.splice(-1, 1, 'result'),
    '\u0015': () => fields.pop(),
  };
  return (piece) =>
    piece.replace(/[\u0013-\u0015]|[^\u0013-\u0015]+/g, (part) => {
      marks[part]?.();
      return part in marks || fields.includes('instruction') ? '' : withWhiteSpace(part);
    });
}

function withWhiteSpace(text: string): string {
  return text
    .replace(/[\r\u000b\u000c]/g, '\n')
    .replace(/\u0007/g, '\t')
    .replace(/\u001e/g, '-')
    .replace(/[\u0000-\u0008\u000e-\u001f]/g, '');
}
