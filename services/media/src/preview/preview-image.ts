import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { decodeImage } from '../decode/decode-image.ts';
import { openSharpForDisplay } from '../decode/open-sharp.ts';
import { decodeWhole, findOpenable } from '../decode/image-source.ts';
import { readImageHeader } from '../decode/read-image-header.ts';
import type { ImageHeader } from '../decode/read-image-header.ts';
import { undecodable } from '../limits/undecodable-error.ts';
import { hashSide, perceptualHash } from '../hash/perceptual-hash.ts';

/** A small picture of an image: upright, in sRGB, of an animation the first frame, without any metadata. */
export interface Thumbnail {
  readonly mimeType: 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** The same at 16 pixels a side or less, as a data URI of a few hundred bytes. */
  readonly placeholder: string;
}

/** What an image looks like. */
export interface ImagePreview {
  readonly thumbnail: Thumbnail;
  /** 16 hexadecimal digits. */
  readonly perceptualHash: string;
}

export const maxThumbnailSide = 512;
const maxPlaceholderSide = 16;

/**
 * Decodes an image file once, for its thumbnail, which is no larger than the image itself, and its perceptual hash. The whole file is
 * read to its last row, so a preview also proves the file decodable: JPEG and WebP may be shrunk while loading, which scales the
 * inverse transform but still decodes every coded block, and rows stream, so that a large picture is never held as a whole. BMP and
 * HEIC are decoded in full.
 * @param header what `readImageHeader` answered for this file
 * @throws UndecodableError
 */
export async function previewImage(path: string, header: ImageHeader): Promise<ImagePreview> {
  return showUpright(path, header, async (upright) => {
    const { data, info } = await within(upright, maxThumbnailSide)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const shown = (): Sharp => sharp(data, { raw: { width, height, channels } });
    return { thumbnail: await encode(shown, { width, height }), perceptualHash: await hash(shown) };
  });
}

/**
 * An image file as a JPEG for people, upright, in sRGB and on white, neither side above `side`. Reads the whole file as
 * {@link previewImage} does, and as cheaply.
 * @throws UndecodableError
 */
export async function previewJpeg(
  path: string,
  side: number,
): Promise<Omit<Thumbnail, 'mimeType' | 'placeholder'>> {
  return showUpright(path, await readImageHeader(path), async (upright) => {
    const { data, info } = await within(upright, side)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** Pictures that sharp does not decode have no orientation left: a BMP states none, and decoding a HEIC applies it. */
async function showUpright<T>(
  path: string,
  { mimeType }: ImageHeader,
  show: (upright: Sharp) => Promise<T>,
): Promise<T> {
  if (mimeType !== 'image/bmp' && mimeType !== 'image/heic') {
    const openable = await findOpenable(path, mimeType);
    return decodeWhole(openable, (source, tolerated) =>
      show(openSharpForDisplay(source, tolerated).autoOrient()),
    );
  }
  const { width, height, data } = await decodeImage(path);
  return show(sharp(data, { raw: { width, height, channels: 3 } })).catch(rethrowUndecodable);
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}

function within(source: Sharp, side: number): Sharp {
  return source.resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

async function encode(shown: () => Sharp, size: Pick<Thumbnail, 'width' | 'height'>): Promise<Thumbnail> {
  const bytes = await shown().webp({ quality: 80 }).toBuffer();
  const tiny = await within(shown(), maxPlaceholderSide).webp({ quality: 50 }).toBuffer();
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`;
  return { mimeType: 'image/webp', ...size, bytes: new Uint8Array(bytes), placeholder };
}

async function hash(shown: () => Sharp): Promise<string> {
  const grey = await shown()
    .flatten({ background: '#ffffff' })
    .resize(hashSide, hashSide, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer();
  return perceptualHash(grey);
}
