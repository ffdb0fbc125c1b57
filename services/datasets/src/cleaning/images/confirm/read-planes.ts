import { decodeImage } from '@assay/media/decode/decode-image';
import { decodeWhole, findOpenable } from '@assay/media/decode/image-source';
import { openSharpForDisplay } from '@assay/media/decode/open-sharp';
import type { ImageHeader } from '@assay/media/decode/read-image-header';
import { undecodable } from '@assay/media/limits/undecodable-error';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { decodesBySharp } from '../reading/decoders.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A plane of 8-bit samples, row by row. */
export interface Plane extends Size {
  readonly samples: Uint8Array;
}

/** RGB samples of an image on white, row by row. */
export interface ColourImage extends Size {
  readonly samples: Uint8Array;
}

/** An image file with its header. */
export interface OpenedImage {
  readonly path: string;
  readonly header: ImageHeader;
}

/** Standard deviation, in pixels, of the blur that removes coding noise before two images are compared. */
const blurSigma = 1;
/** Side of the colour values: coders keep colours at half the resolution, and palettes shift them. */
export const colourSide = 128;

/**
 * Decodes an upright image at a size, on white: once for all planes that are compared.
 * @throws UndecodableError
 */
export async function readColourImage(image: OpenedImage, { width, height }: Size): Promise<ColourImage> {
  const samples = await decode(image, (shown) =>
    shown
      .flatten({ background: '#ffffff' })
      .resize({ width, height, fit: 'fill', kernel: 'cubic' })
      .toColourspace('srgb'),
  );
  return { width, height, samples };
}

/** Returns the luma of an image, slightly blurred. */
export async function toLuma(image: ColourImage): Promise<Plane> {
  const luma = open(image).toColourspace('b-w').blur(blurSigma);
  return { ...image, samples: await luma.raw({ depth: 'uchar' }).toBuffer() };
}

/** Reduces an image to 128 × 128 RGB values. */
export function reduceColours(image: ColourImage): Promise<Uint8Array> {
  const reduced = open(image).resize(colourSide, colourSide, { fit: 'fill', kernel: 'cubic' });
  return reduced.raw({ depth: 'uchar' }).toBuffer();
}

function open({ samples, width, height }: ColourImage): Sharp {
  return sharp(samples, { raw: { width, height, channels: 3 } });
}

/** Returns the plane at half its size, rounded up: each value is the mean of up to four. */
export function halvePlane({ samples, width, height }: Plane): Plane {
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const half = new Uint8Array(size.width * size.height);
  for (let row = 0; row < size.height; row += 1) {
    const upper = 2 * row * width;
    const lower = Math.min(2 * row + 1, height - 1) * width;
    for (let column = 0; column < size.width; column += 1) {
      const left = 2 * column;
      const right = Math.min(left + 1, width - 1);
      const above = (samples[upper + left] ?? 0) + (samples[upper + right] ?? 0);
      const below = (samples[lower + left] ?? 0) + (samples[lower + right] ?? 0);
      half[row * size.width + column] = (above + below + 2) >> 2;
    }
  }
  return { ...size, samples: half };
}

async function decode({ path, header }: OpenedImage, show: (image: Sharp) => Sharp): Promise<Uint8Array> {
  const read = (image: Sharp): Promise<Uint8Array> => show(image).raw({ depth: 'uchar' }).toBuffer();
  if (!decodesBySharp(header)) {
    const { width, height, data } = await decodeImage(path);
    return read(sharp(data, { raw: { width, height, channels: 3 } })).catch(rethrowUndecodable);
  }
  const openable = await findOpenable(path, header.mimeType);
  return decodeWhole(openable, (source, tolerated) =>
    read(openSharpForDisplay(source, tolerated).autoOrient()),
  );
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}
