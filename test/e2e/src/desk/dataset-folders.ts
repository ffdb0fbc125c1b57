/** Folders with files for datasets. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Drops a folder of this computer on the middle of the page, as a file manager does. */
export async function dropFolder(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
  }
  await session.detach();
}

/** Writes 130 different files that are named as images, about 40 MB. The first one is no image. */
export async function writeMany(folder: string): Promise<string[]> {
  const image = await sharp(samplePhotograph()).resize(64).jpeg().toBuffer();
  const paths: string[] = [];
  for (let index = 100; index < 230; index += 1) {
    const path = join(folder, `${index.toString()}.jpg`);
    const bytes = Buffer.concat([image, Buffer.alloc(300_000, index)]);
    await writeFile(path, index === 100 ? bytes.subarray(image.length) : bytes);
    paths.push(path);
  }
  return paths;
}

/** Writes images of a harbour: copies, a smaller copy, a blank image, an icon, and a file that is no image. */
export async function writeFolder(folder: string): Promise<void> {
  const path = join(folder, 'Harbour images');
  await mkdir(join(path, 'quay'), { recursive: true });
  const photograph = sharp(samplePhotograph());
  const crop = (left: number) => photograph.clone().extract({ left, top: 80, width: 500, height: 400 });
  const starfish = await crop(60).jpeg({ quality: 92 }).toBuffer();
  const quay = await crop(600).jpeg({ quality: 92 }).toBuffer();
  const fill = { width: 320, height: 240, channels: 3, background: '#336699' } as const;
  const files = {
    'starfish.jpg': starfish,
    'starfish copy.jpg': starfish,
    'starfish small.jpg': await sharp(starfish).resize(300).jpeg({ quality: 80 }).toBuffer(),
    'quay/quay.jpg': quay,
    'quay/starfish.jpg': starfish,
    'rotated.jpg': await sharp(await crop(300).flop().toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
    'blank.png': await sharp({ create: fill }).png().toBuffer(),
    'icon.png': await sharp(quay).resize(16, 16).png().toBuffer(),
    'broken.jpg': Buffer.from('This is no image.'),
    '.DS_Store': Buffer.from('x'),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes);
}
