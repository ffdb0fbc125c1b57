import { assertDecodableSize } from '../limits/image-limits.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';

/** How the pixels of a BMP are stored ([MS-WMF] 2.1.1.7; Windows `BITMAPINFOHEADER` and its OS/2 ancestors). */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bitsPerPixel: number;
  readonly encoding: 'raw' | 'rle8' | 'rle4';
  readonly pixelOffset: number;
  /** Red, green, blue masks of 16 and 32 bit pixels. */
  readonly masks: readonly [number, number, number];
  /** RGB triples. */
  readonly palette: Uint8Array;
}

const coreHeaderSize = 12;
const knownHeaderSizes = [coreHeaderSize, 16, 40, 52, 56, 64, 108, 124];
const depths = [1, 2, 4, 8, 16, 24, 32];

/**
 * Reads and checks the headers of a BMP.
 * @throws UndecodableError when they are cut, contradict themselves or exceed `maxPixels`
 */
export function readBmpHeader(bytes: Uint8Array, maxPixels: number): BmpHeader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return parse(buffer, maxPixels);
  } catch (error) {
    if (error instanceof RangeError) throw broken('its header is cut off');
    throw error;
  }
}

function parse(buffer: Buffer, maxPixels: number): BmpHeader {
  if (buffer.toString('latin1', 0, 2) !== 'BM') throw broken('it is not a BMP');
  const headerSize = buffer.readUInt32LE(14);
  if (!knownHeaderSizes.includes(headerSize)) throw broken('its header has an unknown size');
  const core = headerSize === coreHeaderSize;
  const width = core ? buffer.readUInt16LE(18) : buffer.readInt32LE(18);
  const signedHeight = core ? buffer.readUInt16LE(20) : buffer.readInt32LE(22);
  const bitsPerPixel = buffer.readUInt16LE(core ? 24 : 28);
  if (!depths.includes(bitsPerPixel)) throw broken(`${bitsPerPixel} bits per pixel are not supported`);
  const compression = headerSize >= 40 ? buffer.readUInt32LE(30) : 0;
  assertDecodableSize(width, Math.abs(signedHeight), maxPixels);
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bitsPerPixel,
    encoding: readEncoding(compression, { bitsPerPixel, headerSize }),
    pixelOffset: buffer.readUInt32LE(10),
    masks: readMasks(buffer, compression, bitsPerPixel),
    palette: readPalette(buffer, { headerSize, compression, bitsPerPixel }),
  };
}

function readEncoding(
  compression: number,
  { bitsPerPixel, headerSize }: { readonly bitsPerPixel: number; readonly headerSize: number },
): BmpHeader['encoding'] {
  if (compression === 0) return 'raw';
  if (compression === 1 && bitsPerPixel === 8) return 'rle8';
  if (compression === 2 && bitsPerPixel === 4) return 'rle4';
  const isBitfields = (compression === 3 || compression === 6) && headerSize !== 64;
  if (isBitfields && (bitsPerPixel === 16 || bitsPerPixel === 32)) return 'raw';
  throw broken(`compression ${compression} of ${bitsPerPixel} bit pixels is not supported`);
}

function readMasks(
  buffer: Buffer,
  compression: number,
  bitsPerPixel: number,
): readonly [number, number, number] {
  if (compression === 3 || compression === 6) {
    // After a 40 byte header or as the first fields of a longer one: the same place.
    return [buffer.readUInt32LE(54), buffer.readUInt32LE(58), buffer.readUInt32LE(62)];
  }
  return bitsPerPixel === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff];
}

interface PaletteLayout {
  readonly headerSize: number;
  readonly compression: number;
  readonly bitsPerPixel: number;
}

function readPalette(buffer: Buffer, { headerSize, compression, bitsPerPixel }: PaletteLayout): Uint8Array {
  if (bitsPerPixel > 8) return new Uint8Array(0);
  const stride = headerSize === coreHeaderSize ? 3 : 4;
  const masksSize = headerSize === 40 && compression === 3 ? 12 : 0;
  const start = 14 + headerSize + masksSize;
  const stated = headerSize >= 40 ? buffer.readUInt32LE(46) : 0;
  const possible = 1 << bitsPerPixel;
  const wanted = stated === 0 ? possible : Math.min(stated, possible);
  const entries = Math.min(wanted, Math.max(0, Math.floor((buffer.length - start) / stride)));
  const palette = new Uint8Array(entries * 3);
  for (let index = 0; index < entries; index += 1) {
    const at = start + index * stride;
    palette[index * 3] = buffer.readUInt8(at + 2);
    palette[index * 3 + 1] = buffer.readUInt8(at + 1);
    palette[index * 3 + 2] = buffer.readUInt8(at);
  }
  return palette;
}

function broken(detail: string): UndecodableError {
  return new UndecodableError(`the file could not be decoded: ${detail}`);
}
