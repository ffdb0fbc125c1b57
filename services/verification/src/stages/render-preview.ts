import sharp from 'sharp';
import type { JsonObject, PixelImage } from '../checks/check.ts';
import type { Preview } from './stage-job.ts';

const longestSide = 960;
/** Degrees clockwise that set a picture of each Exif orientation upright; mirrored ones are rare and stay mirrored. */
const rotations: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

/** A small upright JPEG for people, made from pixels already decoded. */
export async function renderPreview(
  { width, height, data }: PixelImage,
  enrichment: JsonObject,
): Promise<Preview> {
  const orientation = enrichment['orientation'];
  const angle = typeof orientation === 'number' ? (rotations[orientation] ?? 0) : 0;
  const { data: bytes, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .rotate(angle)
    .jpeg({ quality: 82, mozjpeg: false })
    .toBuffer({ resolveWithObject: true });
  return { bytes, width: info.width, height: info.height };
}
