import { readFile } from 'node:fs/promises';
import { decodeImage } from '@assay/media/decode/decode-image';
import { decodeWhole, findOpenable } from '@assay/media/decode/image-source';
import { openSharpForDisplay, openSharpHeader } from '@assay/media/decode/open-sharp';
import { readImageHeader } from '@assay/media/decode/read-image-header';
import type { ImageHeader } from '@assay/media/decode/read-image-header';
import { undecodable } from '@assay/media/limits/undecodable-error';
import { stripMetadata } from '@assay/media/strip/strip-metadata';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { ImageRendition } from './rendition-jobs.ts';

/** Longer images are reduced: browsers of phones display no larger ones. */
export const maxSide = 8_192;
const quality = 92;
/** Each browser displays them, so that their coded pixels can stay. */
const displayedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/**
 * Makes an image that all browsers display, upright and without metadata. An upright JPEG, PNG, WebP or GIF keeps its coded pixels, all
 * frames, and its colour profile. Other images are drawn in sRGB: opaque ones as JPEG, others as WebP.
 * @throws UndecodableError
 */
export async function convertImage(path: string): Promise<ImageRendition> {
  const header = await readImageHeader(path);
  return (await canStrip(path, header)) ? stripImage(path, header) : drawImage(path, header);
}

async function canStrip(
  path: string,
  { mimeType, orientation, width, height }: ImageHeader,
): Promise<boolean> {
  if (!displayedTypes.includes(mimeType)) return false;
  // Drawing keeps one frame only.
  const { pages = 1 } = await openSharpHeader(path).metadata().catch(rethrowUndecodable);
  return pages > 1 || (orientation === 1 && Math.max(width, height) <= maxSide);
}

async function stripImage(path: string, { mimeType, width, height }: ImageHeader): Promise<ImageRendition> {
  const bytes = await readFile(path);
  const parts = stripMetadata(bytes, mimeType) ?? [{ offset: 0, length: bytes.length }];
  return { mimeType, width, height, parts };
}

async function drawImage(path: string, header: ImageHeader): Promise<ImageRendition> {
  return showUpright(path, header, async (upright) => {
    const fitting = upright
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoded = header.hasAlpha
      ? fitting.webp({ quality })
      : fitting.jpeg({ quality, chromaSubsampling: '4:4:4' });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const mimeType = header.hasAlpha ? 'image/webp' : 'image/jpeg';
    return { mimeType, width: info.width, height: info.height, parts: [new Uint8Array(data)] };
  });
}

/** The decoders of BMP and HEIC return upright pixels. */
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
