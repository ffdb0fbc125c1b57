import { describe, expect, it } from 'vitest';
import { decodeBmp } from './decode-bmp.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';

interface BmpParts {
  readonly width?: number;
  readonly height?: number;
  readonly bits: number;
  readonly compression?: number;
  readonly masks?: readonly number[];
  readonly palette?: readonly (readonly [number, number, number])[];
  readonly pixels: readonly number[];
}

function bmp({
  width = 2,
  height = 2,
  bits,
  compression = 0,
  masks = [],
  palette = [],
  pixels,
}: BmpParts): Buffer {
  const offset = 54 + masks.length * 4 + palette.length * 4;
  const header = Buffer.alloc(offset);
  header.write('BM', 'latin1');
  header.writeUInt32LE(offset, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length, 46);
  masks.forEach((mask, index) => header.writeUInt32LE(mask, 54 + index * 4));
  palette.forEach(([red, green, blue], index) => {
    header.set([blue, green, red, 0], 54 + masks.length * 4 + index * 4);
  });
  return Buffer.concat([header, Buffer.from(pixels)]);
}

const red = [255, 0, 0];
const green = [0, 255, 0];
const blue = [0, 0, 255];
const white = [255, 255, 255];
const palette = [red, green, blue, white] as unknown as readonly (readonly [number, number, number])[];
/** Top row red, green; bottom row blue, white. */
const picture = [...red, ...green, ...blue, ...white];
const decoded = (parts: BmpParts): readonly number[] => [...decodeBmp(bmp(parts), 1e6).data];

describe('decodeBmp', () => {
  it.each<[string, BmpParts]>([
    ['2 bit', { bits: 2, palette, pixels: [0b10110000, 0, 0, 0, 0b00010000, 0, 0, 0] }],
    ['4 bit', { bits: 4, palette, pixels: [0x23, 0, 0, 0, 0x01, 0, 0, 0] }],
    ['8 bit', { bits: 8, palette, pixels: [2, 3, 0, 0, 0, 1, 0, 0] }],
    ['16 bit 5-5-5', { bits: 16, pixels: [0x1f, 0x00, 0xff, 0x7f, 0x00, 0x7c, 0xe0, 0x03] }],
    ['24 bit', { bits: 24, pixels: [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0] }],
    ['32 bit', { bits: 32, pixels: [255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0] }],
    [
      '16 bit 5-6-5 bit fields',
      {
        bits: 16,
        compression: 3,
        masks: [0xf800, 0x07e0, 0x001f],
        pixels: [0x1f, 0x00, 0xff, 0xff, 0x00, 0xf8, 0xe0, 0x07],
      },
    ],
    [
      '32 bit fields in another order',
      {
        bits: 32,
        compression: 3,
        masks: [0xff, 0xff00, 0xff0000],
        pixels: [0, 0, 255, 0, 255, 255, 255, 0, 255, 0, 0, 0, 0, 255, 0, 0],
      },
    ],
    ['RLE8', { bits: 8, compression: 1, palette, pixels: [1, 2, 1, 3, 0, 0, 1, 0, 1, 1, 0, 1] }],
    ['RLE4', { bits: 4, compression: 2, palette, pixels: [2, 0x23, 0, 0, 2, 0x01, 0, 1] }],
    ['top-down 8 bit', { bits: 8, height: -2, palette, pixels: [0, 1, 0, 0, 2, 3, 0, 0] }],
  ])('decodes %s pixels exactly', (_name, parts) => {
    expect(decoded(parts)).toEqual(picture);
  });

  it('decodes 1 bit pixels, the highest bit first', () => {
    const pixels = [0b10000000, 0, 0, 0, 0b01000000, 0, 0, 0];
    expect(decoded({ bits: 1, palette: palette.slice(0, 2), pixels })).toEqual([
      ...red,
      ...green,
      ...green,
      ...red,
    ]);
  });

  it('expands absolute runs, padding and jumps of RLE8', () => {
    // Three literals and their pad byte, then a jump of one right and one up, then one pixel.
    const pixels = [0, 3, 1, 2, 3, 0, 0, 2, 1, 1, 1, 2, 0, 1];
    const data = decoded({ width: 5, bits: 8, compression: 1, palette, pixels });
    expect(data.slice(0, 15)).toEqual([...red, ...red, ...red, ...red, ...blue]);
    expect(data.slice(15)).toEqual([...green, ...blue, ...white, ...red, ...red]);
  });

  it('reads the 12 byte header of OS/2 with its palette of triples', () => {
    const file = Buffer.alloc(26 + 6 + 4);
    file.write('BM', 'latin1');
    file.writeUInt32LE(32, 10);
    file.writeUInt32LE(12, 14);
    file.writeUInt16LE(1, 18);
    file.writeUInt16LE(1, 20);
    file.writeUInt16LE(1, 22);
    file.writeUInt16LE(1, 24);
    file.set([1, 2, 3, 30, 20, 10], 26);
    file[32] = 0x80;
    expect([...decodeBmp(file, 100).data]).toEqual([10, 20, 30]);
  });

  it('shows palette entries that do not exist as black', () => {
    expect(
      decoded({ width: 1, height: 1, bits: 8, palette: palette.slice(0, 1), pixels: [9, 0, 0, 0] }),
    ).toEqual([0, 0, 0]);
  });

  it.each<[string, BmpParts, RegExp]>([
    [
      'a size beyond the cap',
      { width: 60_000, height: 60_000, bits: 24, pixels: [] },
      /at most 1 are decoded/,
    ],
    ['a side beyond the cap', { width: 70_000, height: 1, bits: 1, pixels: [] }, /no side may exceed/],
    ['a width of nothing', { width: 0, bits: 24, pixels: [] }, /no valid width/],
    ['a negative width', { width: -2, bits: 24, pixels: [] }, /no valid width/],
    ['pixel data that is cut off', { bits: 24, pixels: [1, 2, 3] }, /cut off/],
    ['a run without its end', { bits: 8, compression: 1, palette, pixels: [2, 1] }, /cut off/],
    [
      'rows above the stated height',
      { bits: 8, compression: 1, palette, pixels: [0, 0, 0, 0, 0, 0, 1, 1, 0, 1] },
      /stated height/,
    ],
    ['an unknown depth', { bits: 7, pixels: [] }, /bits per pixel/],
    ['an embedded JPEG', { bits: 24, compression: 4, pixels: [] }, /compression 4/],
  ])('refuses %s with a reason', (_name, parts, reason) => {
    expect(() => decodeBmp(bmp(parts), 1e6)).toThrow(reason);
    expect(() => decodeBmp(bmp(parts), 1e6)).toThrow(UndecodableError);
  });

  it('refuses every cut of a header without reading past it', () => {
    const whole = bmp({
      bits: 16,
      compression: 3,
      masks: [0xf800, 0x07e0, 0x001f],
      pixels: [0, 0, 0, 0, 0, 0, 0, 0],
    });
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => decodeBmp(whole.subarray(0, length), 1e6)).toThrow(UndecodableError);
    }
  });
});
