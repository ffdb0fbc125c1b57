import { inflateSync } from 'node:zlib';
import { byteView, latin1 } from '../bytes/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

const maxTexts = 200;
const maxInflatedBytes = 4 << 20;

export interface PngText {
  readonly chunk: 'tEXt' | 'zTXt' | 'iTXt';
  readonly keyword: string;
  readonly text: string;
}

export interface PngMetadata {
  readonly texts: readonly PngText[];
  /** Counts all chunks of text, with those that were left out. */
  readonly textCount: number;
  /** TIFF data of the eXIf chunk. */
  readonly exif: ByteRange | null;
}

/**
 * Text and eXIf chunks of a PNG (ISO/IEC 15948 §11.3.3, PNG 3rd edition §11.3.4.3). Checksums are not verified. Compressed
 * text inflates to at most 4 MB in sum, after which the remaining compressed chunks are left out; at most 200 texts.
 */
export function readPngMetadata(bytes: Uint8Array): PngMetadata {
  const view = byteView(bytes);
  const texts: PngText[] = [];
  let exif: ByteRange | null = null;
  let textCount = 0;
  let budget = maxInflatedBytes;
  let at = view.startsWith('\x89PNG\r\n\x1a\n') ? 8 : view.length;
  for (let length = view.u32(at); length !== null; length = view.u32(at)) {
    const name = view.slice(at + 4, 4);
    const body = view.slice(at + 8, length);
    if (name === null || body === null) break;
    const kind = latin1(name);
    if (kind === 'eXIf') exif ??= { offset: at + 8, length };
    const isText = kind === 'tEXt' || kind === 'zTXt' || kind === 'iTXt';
    if (isText) textCount += 1;
    if (isText && texts.length < maxTexts) {
      const read = readText(kind, body, budget);
      if (read !== null) texts.push(read);
      if (read !== null && kind !== 'tEXt') budget -= read.text.length;
    }
    at += 12 + length;
  }
  return { texts, textCount, exif };
}

function readText(chunk: PngText['chunk'], body: Uint8Array, budget: number): PngText | null {
  const end = body.indexOf(0);
  if (end < 1) return null;
  const keyword = latin1(body.subarray(0, end));
  const rest = body.subarray(end + 1);
  if (chunk === 'tEXt') return { chunk, keyword, text: decodeLoose(rest.subarray(0, maxInflatedBytes)) };
  if (chunk === 'zTXt') {
    const inflated = inflate(rest.subarray(1), budget);
    return inflated === null ? null : { chunk, keyword, text: decodeLoose(inflated) };
  }
  return readInternationalText(keyword, rest, budget);
}

/** Compression flag and method, language tag, translated keyword, text in UTF-8. */
function readInternationalText(keyword: string, rest: Uint8Array, budget: number): PngText | null {
  const language = rest.indexOf(0, 2);
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1);
  if (translated < 0) return null;
  const raw = rest.subarray(translated + 1);
  const text = rest[0] === 1 ? inflate(raw, budget) : raw.subarray(0, maxInflatedBytes);
  return text === null ? null : { chunk: 'iTXt', keyword, text: Buffer.from(text).toString('utf8') };
}

function inflate(data: Uint8Array, maxOutputLength: number): Uint8Array | null {
  if (maxOutputLength < 1) return null;
  try {
    return inflateSync(data, { maxOutputLength });
  } catch {
    return null;
  }
}

/** The standard says Latin-1; generators write UTF-8 all the same. */
function decodeLoose(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return Buffer.from(data).toString('latin1');
  }
}
