import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import sharp from 'sharp';

/** A JPEG to examine. */
export interface Picture {
  readonly name: string;
  readonly path: string;
  readonly megapixels: number;
}

const wanted = 12;

/** The JPEG of the media collection whose size is nearest to 12 megapixels, if one is near, and one made by code. */
export async function picturesIn(folder: string): Promise<readonly Picture[]> {
  const photographs = await nearestPhotograph();
  return [...photographs, await madePicture(folder)];
}

async function nearestPhotograph(): Promise<readonly Picture[]> {
  const found: Picture[] = [];
  for (const collection of ['photos', 'innocent']) {
    const folder = findSharedMedia(collection);
    const names = folder === undefined ? [] : await readdir(folder);
    for (const name of names.filter((one) => /\.jpe?g$/iu.test(one))) {
      const path = join(folder ?? '', name);
      const size = await sharp(path)
        .metadata()
        .catch(() => undefined);
      if (size !== undefined) found.push({ name, path, megapixels: (size.width * size.height) / 1e6 });
    }
  }
  const distance = ({ megapixels }: Picture): number => Math.abs(megapixels - wanted);
  return found
    .toSorted((a, b) => distance(a) - distance(b))
    .filter((picture) => distance(picture) < 3)
    .slice(0, 1);
}

/** 4,000 by 3,000 pixels of soft shapes under grain at five scales, which have many keypoints and no copies. */
async function madePicture(folder: string): Promise<Picture> {
  const width = 4_000;
  const height = 3_000;
  const path = join(folder, 'made.jpg');
  let picture = await grain(width / 64, height / 64, { width, height });
  for (const cell of [32, 16, 6, 2]) {
    const finer = await grain(Math.ceil(width / cell), Math.ceil(height / cell), { width, height });
    picture = await sharp(picture, { raw: { width, height, channels: 3 } })
      .composite([{ input: finer, raw: { width, height, channels: 3 }, blend: 'soft-light' }])
      .removeAlpha()
      .raw()
      .toBuffer();
  }
  const raw = { width, height, channels: 3 } as const;
  await writeFile(path, await sharp(picture, { raw }).jpeg({ quality: 92 }).toBuffer());
  return { name: 'made by code', path, megapixels: wanted };
}

/** Random colours, the same each time, enlarged to the size. */
async function grain(
  columns: number,
  rows: number,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const across = Math.ceil(columns);
  const down = Math.ceil(rows);
  const cells = new Uint8Array(across * down * 3);
  let state = 20_261_122 + across;
  for (let index = 0; index < cells.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    cells[index] = 40 + ((state >>> 24) * 175) / 255;
  }
  return sharp(cells, { raw: { width: across, height: down, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}
