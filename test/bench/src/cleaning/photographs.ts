import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSharedMedia, samplePhotograph } from '@assay/test-kit/fixtures';
import sharp from 'sharp';

/** Enough for the files to be several units of a job. */
const minFiles = 200;

/**
 * Lists the paths of JPEG files with different bytes: the photographs of the media collection, or without it copies of the sample, which
 * are written into the folder.
 */
export async function listPhotographs(folder: string): Promise<readonly string[]> {
  const found = ['photos', 'innocent'].flatMap(listJpegs);
  return found.length > 0 ? found : copySample(folder);
}

function listJpegs(name: string): readonly string[] {
  const folder = findSharedMedia(name);
  if (folder === undefined) return [];
  const names = readdirSync(folder).filter((file) => file.endsWith('.jpg'));
  return names.toSorted().map((file) => join(folder, file));
}

async function copySample(folder: string): Promise<readonly string[]> {
  const sample = await readFile(samplePhotograph());
  const paths = Array.from({ length: minFiles }, (_, at) => join(folder, `${at.toString()}.jpg`));
  for (const path of paths) {
    // Bytes after the end of the image are ignored.
    await writeFile(path, Buffer.concat([sample, Buffer.from(path)]));
  }
  return paths;
}

const largeSize = { width: 6_000, height: 4_000 };

/** Makes an image of 24 megapixels that is read and written again: a progressive JPEG, which is decoded as a whole, with a rotation. */
export async function makeLargeImage(): Promise<Buffer> {
  const { width, height } = largeSize;
  const image = sharp(samplePhotograph()).resize(width, height, { fit: 'cover' });
  return image.jpeg({ quality: 92, progressive: true }).withMetadata({ orientation: 6 }).toBuffer();
}
