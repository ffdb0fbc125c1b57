import { readFile } from 'node:fs/promises';
import { decodeBmp } from './decode-bmp.ts';
import { decodeHeic } from './heic/decode-heic.ts';
import { assertDecodableSize, maxImagePixels } from '../limits/image-limits.ts';
import { readImageHeader } from './read-image-header.ts';
import type { ImageHeader } from './read-image-header.ts';
import { openSharp, openSharpHeader } from './open-sharp.ts';
import { decodeWhole, findOpenable } from './image-source.ts';
import type { ImageSource } from './image-source.ts';
import { undecodable } from '../limits/undecodable-error.ts';

/** Decoded pixels and what the header said of them. */
export interface DecodedImage extends ImageHeader {
  /** RGB, 8 bits a channel, row by row, `width * height * 3` bytes, as stored: not rotated, no profile applied. */
  readonly data: Uint8Array;
}

export interface DecodeOptions {
  /** Default and most: {@link maxImagePixels}. HEIC and AVIF have limits of their own. */
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
