import { readFile } from 'node:fs/promises';
import decodeHeicFile from 'heic-decode';
import sharp from 'sharp';
import { decodeBmp } from './decode-bmp.ts';
import { assertDecodableSize, maxHeicPixels, maxImagePixels } from './image-limits.ts';
import { readImageHeader, type ImageHeader } from './read-image-header.ts';
import { openSharp } from './open-sharp.ts';
import { undecodable, UndecodableError } from './undecodable-error.ts';

/** Decoded pixels and what the header said of them. */
export interface DecodedImage extends Omit<ImageHeader, 'exif'> {
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
  const { exif: _exif, ...header } = await readImageHeader(path, maxPixels);
  if (header.mimeType === 'image/bmp') return { ...header, ...decodeBmp(await readFile(path), maxPixels) };
  if (header.mimeType === 'image/heic') return { ...header, ...(await decodeHeic(path, header, maxPixels)) };
  return { ...header, ...(await decodeBySharp(path, header)) };
}

type Pixels = Pick<DecodedImage, 'width' | 'height' | 'data'>;
type PlainHeader = Omit<ImageHeader, 'exif'>;

async function decodeBySharp(path: string, header: PlainHeader): Promise<Pixels> {
  try {
    const opened = openSharp(path);
    const opaque = header.hasAlpha ? opened.flatten({ background: '#ffffff' }) : opened;
    const { data, info } = await opaque
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels === 3) return { width: info.width, height: info.height, data };
    const { width, height, channels } = info;
    return {
      width,
      height,
      data: await sharp(data, { raw: { width, height, channels } })
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer(),
    };
  } catch (cause) {
    throw undecodable(cause);
  }
}

async function decodeHeic(path: string, header: PlainHeader, maxPixels: number): Promise<Pixels> {
  assertDecodableSize(header.width, header.height, Math.min(maxPixels, maxHeicPixels));
  try {
    const { width, height, data } = await decodeHeicFile({ buffer: await readFile(path) });
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
