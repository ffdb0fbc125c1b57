import { open } from 'node:fs/promises';
import { toUtf8 } from '@assay/media/text/to-utf8';

/** A part of a text file that is read by itself, so that a text of any size needs the memory of one piece. */
export interface TextPiece {
  /** The bytes of the file. */
  readonly bytes: Buffer;
  /** The same text in UTF-8, without byte order mark. */
  readonly content: Buffer;
  readonly text: string;
  /** Where the next piece begins; undefined after the last one. */
  readonly next: number | undefined;
}

export interface PiecePlace {
  readonly path: string;
  /** As the Encoding Standard names it. */
  readonly encoding: string;
  /** Offset in bytes at which the piece begins. */
  readonly start: number;
}

/** A piece takes at most thirty times its size while it is treated. */
export const pieceBytes = 2 * 2 ** 20;

/**
 * Reads a piece of a text file. It ends after a line. A text without line ends is cut after a space, a comma or a quotation mark; without
 * these between two characters, where a value that is cut is not found.
 */
export async function readPiece(
  { path, encoding, start }: PiecePlace,
  maxBytes: number = pieceBytes,
): Promise<TextPiece> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(maxBytes, Math.max(0, size - start)));
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, start);
    const isLast = start + bytesRead >= size || bytesRead === 0;
    const bytes = buffer.subarray(0, isLast ? bytesRead : findCut(buffer.subarray(0, bytesRead), encoding));
    const content = toUtf8(bytes, { encoding })?.content ?? Buffer.alloc(0);
    return { bytes, content, text: content.toString(), next: isLast ? undefined : start + bytes.byteLength };
  } finally {
    await file.close();
  }
}

/** Reads all pieces of a text file in their order. */
export async function* readPieces(
  place: Omit<PiecePlace, 'start'>,
  maxBytes: number = pieceBytes,
): AsyncGenerator<TextPiece> {
  let start: number | undefined = 0;
  while (start !== undefined) {
    const piece: TextPiece = await readPiece({ ...place, start }, maxBytes);
    yield piece;
    start = piece.next;
  }
}

const lineFeed = 0x0a;
/** No encoding has these bytes within a character, except ISO-2022-JP, whose lines begin in ASCII. */
const separators = [lineFeed, ...Buffer.from(' \t,;"')];

/** Returns the length of the longest beginning that ends between characters, if possible after a line. */
function findCut(bytes: Buffer, encoding: string): number {
  const unit = encoding.startsWith('utf-16') ? 2 : 1;
  for (const separator of encoding === 'iso-2022-jp' ? [lineFeed] : separators) {
    const end = findLastUnit(bytes, separator, encoding);
    if (end > 0) return end;
  }
  if (encoding !== 'utf-8') return bytes.byteLength - (bytes.byteLength % unit);
  let end = bytes.byteLength;
  while (end > 1 && ((bytes[end] ?? bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : end;
}

/** Returns the end of the last code unit that has a value below 128, or 0. */
function findLastUnit(bytes: Buffer, value: number, encoding: string): number {
  if (!encoding.startsWith('utf-16')) return bytes.lastIndexOf(value) + 1;
  const pair = Buffer.from(encoding === 'utf-16le' ? [value, 0] : [0, value]);
  let at = bytes.lastIndexOf(pair);
  while (at > 0 && at % 2 === 1) at = bytes.lastIndexOf(pair, at - 1);
  return at >= 0 && at % 2 === 0 ? at + 2 : 0;
}
