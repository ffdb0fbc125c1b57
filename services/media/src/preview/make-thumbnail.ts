import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { decodeImage } from '../decode/decode-image.ts';
import { openSharpForDisplay } from '../decode/open-sharp.ts';
import { readImageHeader } from '../decode/read-image-header.ts';
import { undecodable } from '../decode/undecodable-error.ts';

/** A small picture of an image: upright, in sRGB, of an animation the first frame, without any metadata. */
export interface Thumbnail {
  readonly mimeType: 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** The same at 16 pixels a side or less, as a data URI of a few hundred bytes. */
  readonly placeholder: string;
}

export const maxThumbnailSide = 512;
const maxPlaceholderSide = 16;

/**
 * Makes a thumbnail of an image file, no larger than the image itself.
 * @throws UndecodableError
 */
export async function makeThumbnail(path: string): Promise<Thumbnail> {
  const source = await openUpright(path);
  try {
    const { data, info } = await within(source, maxThumbnailSide)
      .toColourspace('srgb')
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    const tiny = await within(sharp(data), maxPlaceholderSide).webp({ quality: 50 }).toBuffer();
    const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`;
    const { width, height } = info;
    return { mimeType: 'image/webp', width, height, bytes: new Uint8Array(data), placeholder };
  } catch (cause) {
    throw undecodable(cause);
  }
}

function within(source: Sharp, side: number): Sharp {
  return source.resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

/** Pictures that sharp does not decode have no orientation left: a BMP states none, and decoding a HEIC applies it. */
async function openUpright(path: string): Promise<Sharp> {
  const { mimeType } = await readImageHeader(path);
  if (mimeType !== 'image/bmp' && mimeType !== 'image/heic') return openSharpForDisplay(path).autoOrient();
  const { width, height, data } = await decodeImage(path);
  return sharp(data, { raw: { width, height, channels: 3 } });
}
