import { isUtf8 } from 'node:buffer';
import { detectText, findTextEnd } from '../sniff/detect-text.ts';
import { createDamageCounter } from './damage-counter.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { textDecoder } from './text-decoder.ts';

/** A plain text as UTF-8, whatever it was written in. */
export interface Utf8Text {
  /** As the Encoding Standard names it, such as `utf-8`. */
  readonly encoding: string;
  /** Without byte order mark. */
  readonly content: Buffer;
  /** Whether bytes that are no characters of the encoding stand in it as U+FFFD. */
  readonly isDamaged: boolean;
}

export interface Utf8Options {
  /** The encoding that the sender states, as the Encoding Standard names it. */
  readonly encoding?: string | undefined;
  /** The language that the sender declares, ISO 639-1. */
  readonly language?: string | undefined;
}

const headBytes = 65_536;
const pieceBytes = 65_536;
/** Enough for a guess. */
const sampleBytes = 32_768;
const byteOrderMark = Buffer.from('\ufeff');

/**
 * Reads a text that is held in memory; undefined when it is none, or its encoding cannot be told. What is UTF-8 but for some
 * places is damaged UTF-8 and not of an encoding in which every byte is some character, so that nobody would notice.
 */
export function toUtf8(file: Buffer, options: Utf8Options = {}): Utf8Text | undefined {
  const bytes = file.subarray(0, findTextEnd(file));
  if (options.encoding !== undefined) return decodeAs(options.encoding, bytes).text;
  const form = detectText(bytes.subarray(0, headBytes));
  if (form === 'utf-8' && isUtf8(bytes)) {
    return { encoding: form, content: withoutMark(bytes), isDamaged: false };
  }
  if (form !== undefined && form !== 'utf-8' && form !== 'legacy') return decodeAs(form, bytes).text;
  if (bytes.byteLength === 0 || bytes.includes(0)) return undefined;
  const { text, isMisread } = decodeAs('utf-8', bytes);
  if (!isMisread) return text;
  const guess = form === undefined ? undefined : chooseEncoding(sampleOf(bytes), options.language);
  return guess && decodeAs(guess.encoding, bytes).text;
}

function decodeAs(encoding: string, bytes: Buffer): { readonly text: Utf8Text; readonly isMisread: boolean } {
  const decoder = textDecoder(encoding);
  const damage = createDamageCounter();
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    const piece = decoder.decode(bytes.subarray(at, at + pieceBytes));
    damage.add(piece);
    pieces.push(Buffer.from(piece));
  }
  // A character cut off at the end is damage, and does not speak against the encoding.
  const rest = decoder.decode();
  const content = withoutMark(Buffer.concat([...pieces, Buffer.from(rest)]));
  return {
    text: { encoding, content, isDamaged: damage.isDamaged() || rest !== '' },
    isMisread: damage.isMisread(),
  };
}

/** Bytes from the first one that is not ASCII on, with some before it. */
function sampleOf(bytes: Buffer): Buffer {
  const from = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 64);
  return bytes.subarray(from, from + sampleBytes);
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.byteLength).equals(byteOrderMark)
    ? bytes.subarray(byteOrderMark.byteLength)
    : bytes;
}
