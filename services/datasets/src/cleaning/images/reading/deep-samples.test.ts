import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowInformationBits } from '../similar/image-features.ts';
import type { ImageReading } from '../read-image.ts';
import { readImage } from '../read-image.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deep-samples-'));
});

afterAll(() => rm(folder, { recursive: true }));

const size = { width: 320, height: 240 };

/** Writes a grey 16-bit PNG and reads it. */
async function read(sample: (x: number, y: number) => number): Promise<ImageReading> {
  const samples = Uint16Array.from({ length: size.width * size.height }, (_, at) =>
    sample(at % size.width, Math.floor(at / size.width)),
  );
  const path = join(folder, 'deep.png');
  await sharp(samples, { raw: { ...size, channels: 1 } })
    .toColourspace('grey16')
    .png()
    .toFile(path);
  const reading = await readImage(path);
  if ('oversized' in reading) throw new Error('the image is too large');
  return reading;
}

describe('images with 16 bits', () => {
  it('have content if their samples differ, although all of them are black at 8 bits', async () => {
    const { isBlank, features } = await read((x, y) => (((x >> 4) * 37 + (y >> 4) * 91) * 13) % 512);
    expect(isBlank).toBe(false);
    expect(features.informationBits).toBeGreaterThan(lowInformationBits);
  });

  it('are blank if all samples are the same', async () => {
    expect((await read(() => 300)).isBlank).toBe(true);
  });
});
