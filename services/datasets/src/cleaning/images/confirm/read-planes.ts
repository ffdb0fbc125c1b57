import { decodeImage } from '@assay/media/decode/decode-image';
import { decodeWhole, findOpenable } from '@assay/media/decode/image-source';
import { openSharpForDisplay } from '@assay/media/decode/open-sharp';
import type { ImageHeader } from '@assay/media/decode/read-image-header';
import { undecodable } from '@assay/media/decode/undecodable-error';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { decodesBySharp } from '../decoders.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A plane of 8-bit samples, row by row. */
export interface Plane extends Size {
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
 * Decodes the luma of an upright image at a size, on white and slightly blurred.
 * @throws UndecodableError
 */
export async function readLuma(image: OpenedImage, { width, height }: Size): Promise<Plane> {
  const samples = await decode(image, (shown) =>
    shown
      .flatten({ background: '#ffffff' })
      .resize({ width, height, fit: 'fill', kernel: 'cubic' })
      .toColourspace('b-w')
      .blur(blurSigma),
  );
  return { width, height, samples };
}

/**
 * Decodes an upright image to 128 × 128 RGB values, on white.
 * @throws UndecodableError
 */
export function readColours(image: OpenedImage): Promise<Uint8Array> {
  return decode(image, (shown) =>
    shown
      .flatten({ background: '#ffffff' })
      .resize(colourSide, colourSide, { fit: 'fill', kernel: 'cubic' })
      .toColourspace('srgb'),
  );
}

/** Returns the plane at half its size, rounded up. */
export async function halvePlane({ samples, width, height }: Plane): Promise<Plane> {
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const half = sharp(samples, { raw: { width, height, channels: 1 } }).resize({ ...size, fit: 'fill' });
  return { ...size, samples: await half.toColourspace('b-w').raw({ depth: 'uchar' }).toBuffer() };
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
