import { byteView } from '../bytes/byte-view.ts';
import type { HuffmanTable, JpegFrame, JpegSegment, QuantizationTable } from './jpeg-structure.ts';
import { isStandardHuffman } from './standard-huffman.ts';

/** Natural place of each coefficient in the order they are coded. */
export const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];

/** Tables of one DQT segment; stops at the first that does not fit. */
export function readQuantizationTables(bytes: Uint8Array, segment: JpegSegment): QuantizationTable[] {
  const view = byteView(bytes, segment.offset + 4, segment.length - 4);
  const tables: QuantizationTable[] = [];
  let at = 0;
  for (let head = view.u8(at); head !== null; head = view.u8(at)) {
    const wide = head >> 4 !== 0;
    const size = wide ? 128 : 64;
    if (view.slice(at + 1, size) === null) break;
    const values = new Array<number>(64).fill(0);
    zigzag.forEach((natural, index) => {
      values[natural] = (wide ? view.u16(at + 1 + index * 2) : view.u8(at + 1 + index)) ?? 0;
    });
    tables.push({ id: head & 15, precision: wide ? 16 : 8, values });
    at += 1 + size;
  }
  return tables;
}

/** Tables of one DHT segment; stops at the first that does not fit. */
export function readHuffmanTables(bytes: Uint8Array, segment: JpegSegment): HuffmanTable[] {
  const view = byteView(bytes, segment.offset + 4, segment.length - 4);
  const tables: HuffmanTable[] = [];
  let at = 0;
  for (let head = view.u8(at); head !== null; head = view.u8(at)) {
    const counts = view.slice(at + 1, 16);
    if (counts === null) break;
    const total = counts.reduce((sum, count) => sum + count, 0);
    const codes = view.slice(at + 1, 16 + total);
    if (codes === null) break;
    const kind = head >> 4 === 0 ? 'dc' : 'ac';
    tables.push({ class: kind, id: head & 15, standard: isStandardHuffman(kind, codes) });
    at += 17 + total;
  }
  return tables;
}

/** The frame header, or null when the segment is too short for what it announces. */
export function readFrame(bytes: Uint8Array, segment: JpegSegment): JpegFrame | null {
  const view = byteView(bytes, segment.offset + 4, segment.length - 4);
  const precision = view.u8(0);
  const height = view.u16(1);
  const width = view.u16(3);
  const count = view.u8(5);
  if (precision === null || height === null || width === null || count === null) return null;
  const components = [];
  for (let index = 0; index < count; index += 1) {
    const row = view.slice(6 + index * 3, 3);
    if (row === null) return null;
    const [id = 0, factors = 0, table = 0] = row;
    components.push({ id, horizontal: factors >> 4, vertical: factors & 15, table });
  }
  const process = segment.marker - 0xc0;
  return {
    precision,
    width,
    height,
    components,
    sampling: describeSampling(components),
    progressive: process === 2,
    unusualProcess: process > 2,
  };
}

const samplingNames: ReadonlyMap<string, string> = new Map([
  ['1x1,1x1,1x1', '4:4:4'],
  ['2x1,1x1,1x1', '4:2:2'],
  ['2x2,1x1,1x1', '4:2:0'],
  ['1x2,1x1,1x1', '4:4:0'],
  ['4x1,1x1,1x1', '4:1:1'],
]);

function describeSampling(components: readonly { horizontal: number; vertical: number }[]): string {
  if (components.length === 1) return 'grey';
  const factors = components.map((part) => `${String(part.horizontal)}x${String(part.vertical)}`).join(',');
  return samplingNames.get(factors) ?? factors;
}
