import { deflateSync } from 'node:zlib';

/** Bytes of Latin-1 text. */
export const latin = (text: string): number[] => Array.from(Buffer.from(text, 'latin1'));
export const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const u32le = (value: number): number[] => u32(value).reverse();

export const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...u16(body.length + 2),
  ...body,
];

export const startOfImage = [0xff, 0xd8];
export const endOfImage = [0xff, 0xd9];
export const frame = (width: number, height: number): number[] =>
  segment(0xc0, [8, ...u16(height), ...u16(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
export const scan = (data: readonly number[]): number[] => [
  ...segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ...data,
];

/** A JPEG of the given segments between start and frame, with a short scan. */
export const jpegOf = (...segments: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from([
    ...startOfImage,
    ...segments.flat(),
    ...frame(64, 48),
    ...scan([1, 2, 0xff, 0, 3]),
    ...endOfImage,
  ]);

export interface BuiltEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: readonly number[];
}

export const ascii = (tag: number, text: string): BuiltEntry => {
  const value = [...latin(text), 0];
  return { tag, type: 2, count: value.length, value };
};
export const long = (tag: number, number: number): BuiltEntry => ({
  tag,
  type: 4,
  count: 1,
  value: u32(number),
});
export const undefinedBytes = (tag: number, value: readonly number[]): BuiltEntry => ({
  tag,
  type: 7,
  count: value.length,
  value,
});

/** One big-endian directory placed at `offset`, its long values right behind it. */
export function directory(offset: number, entries: readonly BuiltEntry[], next = 0): number[] {
  const rows: number[] = [];
  const heap: number[] = [];
  const heapStart = offset + 2 + entries.length * 12 + 4;
  for (const { tag, type, count, value } of entries) {
    const inline = [...value, 0, 0, 0, 0].slice(0, 4);
    const stored = value.length <= 4 ? inline : u32(heapStart + heap.length);
    if (value.length > 4) heap.push(...value);
    rows.push(...u16(tag), ...u16(type), ...u32(count), ...stored);
  }
  return [...u16(entries.length), ...rows, ...u32(next), ...heap];
}

export const tiffHeader = [...latin('MM'), 0, 42, 0, 0, 0, 8];
export const tiffOf = (entries: readonly BuiltEntry[], next = 0): number[] => [
  ...tiffHeader,
  ...directory(8, entries, next),
];
export const exifSegment = (tiff: readonly number[]): number[] =>
  segment(0xe1, [...latin('Exif\0\0'), ...tiff]);

export const pngSignature = [0x89, ...latin('PNG\r\n'), 0x1a, 0x0a];
export const chunk = (name: string, body: readonly number[]): number[] => [
  ...u32(body.length),
  ...latin(name),
  ...body,
  0,
  0,
  0,
  0,
];
export const pngOf = (...chunks: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from([...pngSignature, ...chunks.flat(), ...chunk('IEND', [])]);
export const tEXt = (keyword: string, text: string): number[] =>
  chunk('tEXt', [...latin(keyword), 0, ...Buffer.from(text, 'utf8')]);
export const zTXt = (keyword: string, content: Uint8Array): number[] =>
  chunk('zTXt', [...latin(keyword), 0, 0, ...deflateSync(content)]);
export const iTXt = (keyword: string, text: string, compressed = false): number[] => {
  const body = compressed ? deflateSync(Buffer.from(text, 'utf8')) : Buffer.from(text, 'utf8');
  return chunk('iTXt', [...latin(keyword), 0, compressed ? 1 : 0, 0, 0, 0, ...body]);
};

export const webpOf = (name: string, body: readonly number[]): Uint8Array =>
  Uint8Array.from([
    ...latin('RIFF'),
    ...u32le(4 + 8 + body.length),
    ...latin('WEBP'),
    ...latin(name),
    ...u32le(body.length),
    ...body,
    ...(body.length % 2 === 0 ? [] : [0]),
  ]);
