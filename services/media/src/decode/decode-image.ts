import { readFile } from 'node:fs/promises';
import { decodeBmp } from './decode-bmp.ts';
import { assertDecodableSize, maxHeicPixels, maxImagePixels } from './image-limits.ts';
import { readImageHeader } from './read-image-header.ts';
import type { ImageHeader } from './read-image-header.ts';
import { openSharp, openSharpHeader } from './open-sharp.ts';
import { decodeWhole, findOpenable } from './image-source.ts';
import type { ImageSource } from './image-source.ts';
import { undecodable, UndecodableError } from './undecodable-error.ts';

/** Decoded pixels and what the header said of them. */
export interface DecodedImage extends ImageHeader {
  /** RGB, 8 bits a channel, row by row, `width * height * 3` bytes, as stored: not rotated, no profile applied. */
  readonly data: Uint8Array;
}

export interface DecodeOptions {
  /** Default and most: {@link maxImagePixels}; HEIC at most {@link maxHeicPixels}. */
  readonly maxPixels?: number;
}

/**
 * Decodes a JPEG, PNG, WebP, GIF, AVIF, BMP or HEIC file to RGB; of an animation the first frame. Transparent pixels are
 * laid on white, 16 bit channels are reduced to 8. Nothing is allocated before the stated size has passed the caps.
 * @throws UndecodableError
 */
export async function decodeImage(path: string, options: DecodeOptions = {}): Promise<DecodedImage> {
  const maxPixels = Math.min(options.maxPixels ?? maxImagePixels, maxImagePixels);
  const header = await readImageHeader(path, maxPixels);
  return { ...header, ...(await decodePixels(path, header, maxPixels)) };
}

/**
 * The same of a JPEG, PNG, WebP or GIF that is in memory, as a document holds them.
 * @throws UndecodableError
 */
export async function decodeImageBytes(bytes: Uint8Array): Promise<Pixels> {
  const { width, height, hasAlpha } = await openSharpHeader(bytes).metadata().catch(rethrowUndecodable);
  assertDecodableSize(width, height, maxImagePixels);
  return decodeBySharp(bytes, { hasAlpha });
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}

type Pixels = Pick<DecodedImage, 'width' | 'height' | 'data'>;

async function decodePixels(path: string, header: ImageHeader, maxPixels: number): Promise<Pixels> {
  if (header.mimeType === 'image/bmp') return decodeBmp(await readFile(path), maxPixels);
  return header.mimeType === 'image/heic'
    ? decodeHeic(path)
    : decodeBySharp(await findOpenable(path, header.mimeType), header);
}

function decodeBySharp(image: ImageSource, { hasAlpha }: Pick<ImageHeader, 'hasAlpha'>): Promise<Pixels> {
  return decodeWhole(image, async (source, tolerated) => {
    const opened = openSharp(source, tolerated);
    const opaque = hasAlpha ? opened.flatten({ background: '#ffffff' }) : opened;
    const raw = opaque.toColourspace('srgb').raw({ depth: 'uchar' });
    const { data, info } = await raw.toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return { width, height, data: channels === 3 ? data : toRgb(data, width * height) };
  });
}

/** Spreads one grey channel, with or without alpha, or drops the alpha of four. */
function toRgb(data: Uint8Array, pixels: number): Uint8Array {
  const channels = Math.floor(data.length / pixels);
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  const rgb = new Uint8Array(pixels * 3);
  for (let from = 0, to = 0; to < rgb.length; from += channels, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + green] ?? 0;
    rgb[to + 2] = data[from + blue] ?? 0;
  }
  return rgb;
}

async function decodeHeic(path: string): Promise<Pixels> {
  const buffer = await readFile(path);
  // Loading it compiles 1.4 MB of wasm, which most children never need.
  const { default: decodeHeicFile } = await import('heic-decode');
  try {
    const { width, height, data } = await decodeHeicFile({ buffer });
    if (width * height > maxHeicPixels || data.length < width * height * 4) {
      throw new UndecodableError('the file could not be decoded: its header and its picture disagree');
    }
    return { width, height, data: compactRgba(data) };
  } catch (cause) {
    throw undecodable(cause);
  }
}

/** Drops the alpha channel within the same memory: a second copy of a large picture would not fit the worker. */
function compactRgba(rgba: Uint8ClampedArray<ArrayBuffer>): Uint8Array {
  const bytes = new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const pixels = Math.floor(bytes.length / 4);
  for (let from = 0, to = 0; from < pixels * 4; from += 4, to += 3) {
    bytes[to] = bytes[from] ?? 0;
    bytes[to + 1] = bytes[from + 1] ?? 0;
    bytes[to + 2] = bytes[from + 2] ?? 0;
  }
  return bytes.subarray(0, pixels * 3);
}
