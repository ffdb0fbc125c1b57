import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDecompressionBomb } from './decompression-bomb.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bombs-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function isBomb(image: Promise<Buffer>): Promise<boolean> {
  const path = join(folder, 'image');
  await writeFile(path, await image);
  return isDecompressionBomb(path);
}

const width = 6_000;
const height = 4_000;
const flat = (): Sharp => sharp({ create: { width, height, channels: 3, background: '#000' } });
/** A page with one line of text. */
const page = (): Sharp => {
  const text = `<svg width="${width.toString()}" height="80"><text y="60" font-size="60" fill="white">One line of text</text></svg>`;
  return flat().composite([{ input: Buffer.from(text), gravity: 'north' }]);
};

it('finds images without content that take 1,020 times the bytes of their file', async () => {
  expect(await isBomb(flat().png({ compressionLevel: 9 }).toBuffer())).toBe(true);
});

it('finds a header that states more pixels than the bytes of the file can have', async () => {
  const png = await flat().resize(16, 16).png().toBuffer();
  // IHDR: the width and the height follow the signature, the length and the name of the chunk.
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  expect(await isBomb(Promise.resolve(png))).toBe(true);
});

it('takes no image with content for a bomb, and no JPEG of one colour', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = sharp({ create: { width: 600, height: 400, channels: 3, background: '#000', noise } });
  expect(await isBomb(photo.jpeg({ quality: 20 }).toBuffer())).toBe(false);
  expect(await isBomb(page().png({ compressionLevel: 9 }).toBuffer())).toBe(false);
  expect(await isBomb(page().toColourspace('b-w').png({ colours: 2, palette: true }).toBuffer())).toBe(false);
  expect(await isBomb(flat().jpeg({ quality: 20 }).toBuffer())).toBe(false);
});
