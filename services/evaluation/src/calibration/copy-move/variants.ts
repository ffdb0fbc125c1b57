import sharp from 'sharp';
import type { PixelImage } from '@assay/checks/check/check';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { innocentVariants } from '../../verdicts/pictures/innocent-variants.ts';
import type { Photograph } from '../measuring/photographs.ts';
import { decodeRgb, fromRgb } from '../measuring/rgb-image.ts';

/** A file nobody forged, and what was done to it. */
export interface InnocentFile {
  readonly kind: string;
  readonly image: PixelImage;
}

/** Larger pictures are made smaller first: a picture of 4 by 3 then has just the pixels that copy-move works on. */
const maxSide = 1200;

export async function readCapped({ path }: Pick<Photograph, 'path'>): Promise<PixelImage> {
  return decodeRgb(
    sharp(path, { failOn: 'none' }).resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true }),
  );
}

/** The picture as it is and `count` of what people do to pictures, drawn by seed. */
export async function innocentFiles(image: PixelImage, seed: number, count: number): Promise<InnocentFile[]> {
  const random = seededRandom(seed);
  const drawn = innocentVariants
    .map((variant) => ({ variant, order: random() }))
    .toSorted((p, q) => p.order - q.order)
    .slice(0, count);
  const files: InnocentFile[] = [{ kind: 'original', image }];
  for (const { variant } of drawn) {
    const bytes = await variant.make(fromRgb(image), image).toBuffer();
    files.push({ kind: variant.name, image: await decodeRgb(sharp(bytes)) });
  }
  return files;
}
