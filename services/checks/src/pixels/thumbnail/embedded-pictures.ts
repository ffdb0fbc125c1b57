import type { EmbeddedPreview } from '@assay/media/jpeg/jpeg-structure';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import sharp from 'sharp';
import type { PixelImage } from '../../check/check.ts';

/** A smaller copy of the picture that the file carries. */
export interface EmbeddedPicture {
  readonly source: EmbeddedPreview['source'];
  readonly image: PixelImage;
}

const minSide = 40;
const maxPixels = 30_000_000;

/**
 * Decodes the previews of a JPEG file that are JPEG themselves: Exif IFD1, JFXX, Photoshop, Multi-Picture Format. Previews
 * that cannot be decoded, or are too small to show a change, are left out.
 */
export async function readEmbeddedPictures(bytes: Uint8Array): Promise<EmbeddedPicture[]> {
  const parsed = parseJpeg(bytes);
  if (!parsed.ok) return [];
  const encoded = parsed.jpeg.previews.filter(({ encoding }) => encoding === 'jpeg');
  const decoded = await Promise.all(
    encoded.map(async ({ source, offset, length }) => ({
      source,
      image: await decodePreview(bytes.subarray(offset, offset + length)),
    })),
  );
  return decoded.flatMap(({ source, image }) => (image === null ? [] : [{ source, image }]));
}

/** Decodes a preview; null where it cannot be decoded, or is too small or too large to compare. */
export async function decodePreview(bytes: Uint8Array): Promise<PixelImage | null> {
  try {
    const { data, info } = await sharp(bytes, { failOn: 'none', limitInputPixels: maxPixels })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isUsable = Math.min(info.width, info.height) >= minSide && info.channels === 3;
    return isUsable ? { width: info.width, height: info.height, data } : null;
  } catch {
    return null;
  }
}
