import { byteView } from '../../bytes/byte-view.ts';
import type { JpegSegment } from '../jpeg-structure.ts';
import { EntropyError, fillBits } from './bit-reader.ts';
import type { BitReader } from './bit-reader.ts';

/** Codes of one Huffman table, ready to be read. */
export interface HuffmanCodes {
  /** By the next nine bits: `length << 8 | symbol` of a code that short, else 0. */
  readonly short: Uint16Array;
  /** By length 1..16: the largest code of it, or -1, and what to add to a code for its place among the symbols. */
  readonly largest: Int32Array;
  readonly places: Int32Array;
  readonly symbols: Uint8Array;
}

/** Tables in force, by `class << 4 | id` as DHT codes them. */
export type HuffmanCodeTables = Map<number, HuffmanCodes>;

const shortBits = 9;
const longestCode = 16;

/** Takes the tables of one DHT segment into force; stops at the first that does not fit. */
export function takeHuffmanTables(bytes: Uint8Array, segment: JpegSegment, tables: HuffmanCodeTables): void {
  const view = byteView(bytes, segment.offset + 4, segment.length - 4);
  for (let at = 0, head = view.u8(at); head !== null; head = view.u8(at)) {
    const counts = view.slice(at + 1, longestCode);
    const total = counts?.reduce((sum, count) => sum + count, 0) ?? 0;
    const symbols = view.slice(at + 1 + longestCode, total);
    if (counts === null || symbols === null) return;
    tables.set(head, buildCodes(counts, symbols));
    at += 1 + longestCode + total;
  }
}

/** Codes are given out in rising order, length by length (ITU-T T.81, C.2). */
function buildCodes(counts: Uint8Array, symbols: Uint8Array): HuffmanCodes {
  const short = new Uint16Array(1 << shortBits);
  const largest = new Int32Array(longestCode + 1).fill(-1);
  const places = new Int32Array(longestCode + 1);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= longestCode; length++) {
    const count = counts[length - 1] ?? 0;
    places[length] = place - code;
    for (let i = 0; i < count; i++) {
      if (length <= shortBits) {
        const from = (code + i) << (shortBits - length);
        short.fill((length << 8) | (symbols[place + i] ?? 0), from, from + (1 << (shortBits - length)));
      }
    }
    code += count;
    place += count;
    if (count > 0) largest[length] = code - 1;
    code <<= 1;
  }
  return { short, largest, places, symbols };
}

/** @throws EntropyError where the next bits are no code. */
export function readSymbol(reader: BitReader, codes: HuffmanCodes): number {
  if (reader.count < longestCode) fillBits(reader);
  const entry = codes.short[(reader.bits >>> (reader.count - shortBits)) & ((1 << shortBits) - 1)] ?? 0;
  if (entry !== 0) {
    reader.count -= entry >> 8;
    return entry & 255;
  }
  return readLongSymbol(reader, codes);
}

function readLongSymbol(reader: BitReader, { largest, places, symbols }: HuffmanCodes): number {
  for (let length = shortBits + 1; length <= longestCode; length++) {
    const code = (reader.bits >>> (reader.count - length)) & ((1 << length) - 1);
    if (code > (largest[length] ?? -1)) continue;
    reader.count -= length;
    return symbols[code + (places[length] ?? 0)] ?? 0;
  }
  throw new EntropyError('the coded data have a code that none of the tables has');
}
