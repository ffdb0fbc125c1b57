import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { PixelImage } from '../../../check.ts';
import { seededRandom } from '../seeded-random.ts';
import { forgeCopyMove } from './forge.ts';

/** One file to be examined; `mask` (1 at both places, pixels of the file) only for a forgery. */
export interface Variant {
  readonly kind: string;
  readonly bytes: Uint8Array;
  readonly forged: { readonly mask: Uint8Array; readonly areaShare: number; readonly quality: number } | null;
}

const forgeriesPerPhoto = 3;

/** What people do to photographs without changing their content, and copy-move forgeries of the same photograph. */
export async function variantsOf(path: string, seed: number): Promise<Variant[]> {
  const bytes = await readFile(path);
  return [...(await innocents(bytes, seed)), ...(await forgeries(bytes, seed))];
}

async function innocents(bytes: Uint8Array, seed: number): Promise<Variant[]> {
  const { width, height } = await decodeRgb(bytes);
  const source = (): Sharp => sharp(bytes, { failOn: 'none' });
  const cropped = {
    left: width >> 4,
    top: height >> 4,
    width: Math.round(width * 0.8),
    height: Math.round(height * 0.85),
  };
  const turned = seed % 2 === 0;
  const made: [string, Promise<Uint8Array>][] = [
    ['original', Promise.resolve(bytes)],
    [
      'resaved',
      source()
        .jpeg({ quality: 70 + (seed % 26) })
        .toBuffer(),
    ],
    ['cropped', source().extract(cropped).jpeg({ quality: 88 }).toBuffer()],
    [
      'resized, quality 75',
      source()
        .resize({ width: Math.round(width * 0.6) })
        .jpeg({ quality: 75 })
        .toBuffer(),
    ],
    ['sharpened', source().sharpen({ sigma: 1.5 }).jpeg({ quality: 85 }).toBuffer()],
    turned
      ? ['rotated by 4 degrees', source().rotate(4).jpeg({ quality: 90 }).toBuffer()]
      : ['WebP', source().webp({ quality: 80 }).toBuffer()],
  ];
  return Promise.all(made.map(async ([kind, file]) => ({ kind, bytes: await file, forged: null })));
}

async function forgeries(bytes: Uint8Array, seed: number): Promise<Variant[]> {
  const image = await decodeRgb(bytes);
  const random = seededRandom(seed);
  const variants: Variant[] = [];
  for (let count = 0; count < forgeriesPerPhoto; count++) {
    const forgery = forgeCopyMove(image, random);
    if (forgery === null) continue;
    const quality = 70 + Math.floor(random() * 26);
    const raw = { width: image.width, height: image.height, channels: 3 } as const;
    const file = await sharp(forgery.image.data, { raw }).jpeg({ quality }).toBuffer();
    variants.push({ kind: forgery.kind, bytes: file, forged: { ...forgery, quality } });
  }
  return variants;
}

export async function decodeRgb(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await sharp(bytes, { failOn: 'none' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
