import sharp from 'sharp';
import type { Sharp } from 'sharp';

// As where files are read: one thread, and nothing remembered of files that were seen before.
sharp.concurrency(1);
sharp.cache(false);

const tolerance = { failOn: 'error', sequentialRead: true, pages: 1 } as const;

/** The calls of sharp that reading an image takes: its header, one decode, and three small images of that. */
async function readImageBare(path: string): Promise<void> {
  await sharp(path, tolerance).metadata();
  const { data, info } = await within(sharp(path, tolerance).autoOrient(), 512)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const shown = (): Sharp => sharp(data, { raw: info });
  await shown().webp({ quality: 80 }).toBuffer();
  await within(shown(), 16).webp({ quality: 50 }).toBuffer();
  await shown().resize(32, 32, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer();
}

/** Reads every file so, one after the other; resolves to the milliseconds of CPU that one takes. */
export async function measureBareImages(paths: readonly string[]): Promise<number> {
  const before = process.cpuUsage();
  for (const path of paths) await readImageBare(path);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / paths.length;
}

function within(picture: Sharp, side: number): Sharp {
  return picture.resize(side, side, { fit: 'inside', withoutEnlargement: true });
}
