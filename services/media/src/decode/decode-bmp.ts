import { readBmpHeader } from './bmp-header.ts';
import type { BmpHeader } from './bmp-header.ts';
import { expandRle } from './bmp-rle.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';

/** Pixels of a BMP: RGB, 8 bits a channel, top row first. */
export interface BmpPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Decodes a BMP: 1, 2, 4, 8, 16, 24 and 32 bits a pixel, bit fields, RLE4 and RLE8, bottom-up and top-down. Alpha is dropped.
 * The pixel data is checked to be complete before the picture is allocated.
 * @throws UndecodableError
 */
export function decodeBmp(bytes: Uint8Array, maxPixels: number): BmpPixels {
  const header = readBmpHeader(bytes, maxPixels);
  const stored = header.encoding === 'raw' ? rawRows(bytes, header) : rleRows(bytes, header);
  const { width, height } = header;
  const data = new Uint8Array(width * height * 3);
  const writeRow = rowWriter(header);
  for (let y = 0; y < height; y += 1) {
    const row = header.topDown ? y : height - 1 - y;
    writeRow(
      stored.data.subarray(row * stored.stride, (row + 1) * stored.stride),
      data.subarray(y * width * 3),
    );
  }
  return { width, height, data };
}

interface StoredRows {
  readonly data: Uint8Array;
  readonly stride: number;
}

function rawRows(bytes: Uint8Array, header: BmpHeader): StoredRows {
  const stride = Math.ceil((header.width * header.bitsPerPixel) / 32) * 4;
  const lastRowBytes = Math.ceil((header.width * header.bitsPerPixel) / 8);
  // Some writers leave out the padding of the very last row.
  if (header.pixelOffset + stride * (header.height - 1) + lastRowBytes > bytes.byteLength) {
    throw new UndecodableError('the file could not be decoded: its pixel data is cut off');
  }
  return { data: bytes.subarray(header.pixelOffset), stride };
}

function rleRows(bytes: Uint8Array, header: BmpHeader): StoredRows {
  const encoding = header.encoding === 'rle4' ? 'rle4' : 'rle8';
  const { width, height } = header;
  return { data: expandRle(bytes.subarray(header.pixelOffset), { width, height, encoding }), stride: width };
}

type RowWriter = (row: Uint8Array, target: Uint8Array) => void;

function rowWriter(header: BmpHeader): RowWriter {
  if (header.encoding !== 'raw') return indexedWriter(header, 8);
  if (header.bitsPerPixel <= 8) return indexedWriter(header, header.bitsPerPixel);
  return header.bitsPerPixel === 24 ? bgrWriter(header.width) : maskedWriter(header);
}

function indexedWriter({ width, palette }: BmpHeader, bits: number): RowWriter {
  const perByte = 8 / bits;
  const mask = (1 << bits) - 1;
  return (row, target) => {
    for (let x = 0; x < width; x += 1) {
      const byte = row[Math.floor(x / perByte)] ?? 0;
      const entry = ((byte >> (8 - bits * ((x % perByte) + 1))) & mask) * 3;
      target[x * 3] = palette[entry] ?? 0;
      target[x * 3 + 1] = palette[entry + 1] ?? 0;
      target[x * 3 + 2] = palette[entry + 2] ?? 0;
    }
  };
}

function bgrWriter(width: number): RowWriter {
  return (row, target) => {
    for (let at = 0; at < width * 3; at += 3) {
      target[at] = row[at + 2] ?? 0;
      target[at + 1] = row[at + 1] ?? 0;
      target[at + 2] = row[at] ?? 0;
    }
  };
}

function maskedWriter({ width, bitsPerPixel, masks }: BmpHeader): RowWriter {
  const channels = masks.map(channelReader);
  const size = bitsPerPixel / 8;
  return (row, target) => {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let x = 0; x < width; x += 1) {
      const pixel = size === 2 ? view.getUint16(x * 2, true) : view.getUint32(x * 4, true);
      channels.forEach((read, index) => {
        target[x * 3 + index] = read(pixel);
      });
    }
  };
}

function channelReader(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) / max) * 255);
}
