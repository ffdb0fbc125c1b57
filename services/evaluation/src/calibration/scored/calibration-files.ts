import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import sharp from 'sharp';
import type { Forgery } from '../../verdicts/pictures/forgeries.ts';
import { innocentVariants } from '../../verdicts/pictures/innocent-variants.ts';
import type { PixelImage } from '@assay/checks/check/check';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import type { Photograph } from '../measuring/photographs.ts';
import { decodeRgb, fromRgb } from '../measuring/rgb-image.ts';
import type { Forger, InnocentMaker, ScoredCheck } from './scored-check.ts';

/** A file as a run would get it. */
export interface CalibrationFile {
  /** What was done to the photograph. */
  readonly kind: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Null where nobody forged it. */
  readonly forgery: ChangedPixels | null;
}

/** Where an image was changed; the mask covers all of it. */
interface ChangedPixels extends Pick<Forgery, 'mask'> {
  readonly image: Pick<PixelImage, 'width' | 'height'>;
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
};

/** The bytes as published, and everything people do to images without changing what they show; of the types asked for. */
export async function* innocentFiles(
  { path }: Pick<Photograph, 'path'>,
  { mimeTypes: accepted }: Pick<ScoredCheck, 'mimeTypes'>,
): AsyncGenerator<CalibrationFile> {
  const isAccepted = (mimeType: string): boolean => accepted?.includes(mimeType) ?? true;
  const publishedAs = mimeTypes[extname(path).toLowerCase()] ?? 'image/jpeg';
  if (isAccepted(publishedAs))
    yield { kind: 'original', mimeType: publishedAs, bytes: await readFile(path), forgery: null };
  const size = await sharp(path, { failOn: 'none' }).metadata();
  for (const { name, mimeType, make } of innocentVariants) {
    if (!isAccepted(mimeType)) continue;
    const bytes = await make(sharp(path, { failOn: 'none' }), size).toBuffer();
    yield { kind: name, mimeType, bytes, forgery: null };
  }
}

const usualQualities = [85, 95] as const;

/** One forgery, saved as an editor saves it; the seed is the photograph's name, which no evaluation uses. */
export async function forgedFile(
  photograph: Photograph,
  { name, forge, qualities = usualQualities, savedAs = 'image/jpeg' }: Forger,
  others: readonly Photograph[],
): Promise<CalibrationFile | null> {
  const random = seededRandom(seedOf(`calibration ${photograph.name} ${name}`));
  const donors = others.filter(({ scene }) => scene !== photograph.scene);
  const donor = donors[Math.floor(random() * donors.length)] ?? photograph;
  const quality = drawQuality(qualities, random);
  const forgery = await forge(await decodeUpright(photograph), {
    random,
    donor: () => decodeUpright(donor),
  });
  if (forgery === null) return null;
  return { kind: name, mimeType: savedAs, bytes: await encode(forgery.image, savedAs, quality), forgery };
}

/** A pristine image a check asks for, saved as a forged one is. */
export async function innocentFile(
  photograph: Photograph,
  { name, make, savedAs = 'image/jpeg' }: InnocentMaker,
): Promise<CalibrationFile> {
  const random = seededRandom(seedOf(`calibration ${photograph.name} ${name}`));
  const quality = drawQuality(usualQualities, random);
  const image = await make(await decodeUpright(photograph), random);
  return { kind: name, mimeType: savedAs, bytes: await encode(image, savedAs, quality), forgery: null };
}

function encode(image: PixelImage, mimeType: string, quality: number): Promise<Uint8Array> {
  const file = fromRgb(image);
  return (mimeType === 'image/png' ? file.png({ compressionLevel: 1 }) : file.jpeg({ quality })).toBuffer();
}

function drawQuality([least, most]: readonly [number, number], random: () => number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Larger photographs are made smaller before they are forged, as most images on the web are. */
const maxSide = 2_000;

function decodeUpright({ path }: Pick<Photograph, 'path'>): Promise<PixelImage> {
  const upright = sharp(path, { failOn: 'none' }).rotate();
  return decodeRgb(upright.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true }));
}

export function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
