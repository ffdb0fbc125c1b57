import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

/** A file of the corpus. Files of one origin are copies of one image; all others are different images. */
export interface CorpusFile {
  readonly path: string;
  /** Names the image that the file shows. */
  readonly origin: string;
  /** The way in which the file was made, such as `jpeg-50` or `crop-90`. */
  readonly kind: string;
}

/** An image of the corpus before it is written. */
export interface SourceImage {
  readonly origin: string;
  readonly kind: string;
  readonly bytes: Uint8Array;
}

const scale = (image: Sharp, width: number, share: number): Sharp => image.resize(Math.round(width * share));

/** Ways to copy an image: saved again, resized, in another format, rotated with an orientation tag, and combinations. */
const copies: Readonly<Record<string, (image: Sharp, width: number) => Sharp>> = {
  'jpeg-90': (image) => image.jpeg({ quality: 90 }),
  'jpeg-75': (image) => image.jpeg({ quality: 75 }),
  'jpeg-50': (image) => image.jpeg({ quality: 50 }),
  'jpeg-30': (image) => image.jpeg({ quality: 30 }),
  'half-jpeg-85': (image, width) => scale(image, width, 0.5).jpeg({ quality: 85 }),
  'quarter-jpeg-70': (image, width) => scale(image, width, Math.max(0.25, 200 / width)).jpeg({ quality: 70 }),
  'larger-jpeg-85': (image, width) => scale(image, width, 1.3).jpeg({ quality: 85 }),
  'webp-75': (image) => image.webp({ quality: 75 }),
  'half-png': (image, width) => scale(image, width, 0.5).png({ compressionLevel: 3 }),
  'half-gif': (image, width) => scale(image, width, 0.5).gif({ effort: 1 }),
  'half-avif': (image, width) => scale(image, width, 0.5).avif({ quality: 50, effort: 0 }),
  'rotated-by-tag': (image) => image.rotate(90).jpeg({ quality: 88 }).withMetadata({ orientation: 8 }),
};

const extensions: Readonly<Record<string, string>> = { webp: 'webp', png: 'png', gif: 'gif', avif: 'avif' };

/** Writes an image and its copies into a folder. */
export async function writeCopies(folder: string, image: SourceImage): Promise<readonly CorpusFile[]> {
  const files = [await writeImage(folder, image)];
  const { data, info } = await sharp(image.bytes).autoOrient().toBuffer({ resolveWithObject: true });
  for (const [kind, copy] of Object.entries(copies)) {
    const bytes = await copy(sharp(data), info.width).toBuffer();
    files.push(await writeImage(folder, { origin: image.origin, kind, bytes }));
  }
  return files;
}

/** Writes an image into a folder. */
export async function writeImage(folder: string, { origin, kind, bytes }: SourceImage): Promise<CorpusFile> {
  const format = kind.split('-').find((part) => part in extensions) ?? 'jpg';
  const path = join(folder, `${origin}--${kind}.${extensions[format] ?? 'jpg'}`.replaceAll(/[^\w.-]/gu, '_'));
  await writeFile(path, bytes);
  return { path, origin, kind };
}
