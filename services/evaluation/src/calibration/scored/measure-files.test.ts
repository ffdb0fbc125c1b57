import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { innocentVariants } from '../../verdicts/pictures/innocent-variants.ts';
import type { Photograph } from '../measuring/photographs.ts';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { measurePhotograph, sceneScores } from './measure-files.ts';
import type { ScoredCheck } from './scored-check.ts';

const photographOf = (path: string): Photograph => ({
  path,
  name: 'photograph.jpg',
  scene: 'only',
  source: 'camera',
});
const size = { width: 96, height: 64 };

/** Scores an image by its brightest red, and points at the left half. */
const brightness: ScoredCheck = {
  manifest: { slug: 'brightness', searchesFor: ['retouched-area'] },
  gate: ({ lastQuality }) =>
    (lastQuality ?? 100) < 80 ? { applicable: false, reason: 'strongly compressed' } : { applicable: true },
  async measure({ pixels }) {
    const { data } = await pixels();
    const place = { width: 2, height: 1, data: Uint8Array.of(1, 0) };
    return { score: data.reduce((most, value, i) => (i % 3 === 0 ? Math.max(most, value) : most), 0), place };
  },
  innocents: [{ name: 'as it is', make: (picture) => Promise.resolve(picture) }],
  forgers: [
    { name: 'left', forge: (image) => forged(image, ({ x }) => x < size.width / 2) },
    { name: 'right', forge: (image) => forged(image, ({ x }) => x >= size.width / 2) },
    { name: 'nowhere', forge: () => null },
  ],
};

function forged(
  image: { data: Uint8Array; width: number; height: number },
  isInside: (at: { x: number }) => boolean,
) {
  const mask = Uint8Array.from({ length: image.width * image.height }, (_, i) =>
    isInside({ x: i % image.width }) ? 1 : 0,
  );
  const data = image.data.map((value, i) => (mask[Math.floor(i / 3)] === 1 ? 255 : value));
  return { change: 'retouched-area', image: { ...image, data }, mask } as const;
}

it('measures the bytes as published, each innocent processing and each forgery behind the gate, and where it points', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'measured-'));
  const path = join(folder, 'photograph.jpg');
  const random = seededRandom(4);
  const data = Uint8Array.from({ length: size.width * size.height * 3 }, () => 60 + 60 * random());
  await sharp(data, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 92 })
    .toFile(path);
  const photograph = photographOf(path);
  const lines = await measurePhotograph(brightness, photograph, [photograph]);
  await rm(folder, { recursive: true });

  const innocent = lines.filter(({ isForged }) => !isForged);
  expect(innocent.map(({ kind }) => kind)).toEqual([
    'original',
    ...innocentVariants.map(({ name }) => name),
    'as it is',
  ]);
  expect(innocent.filter(({ score }) => score === null).map(({ kind }) => kind)).toEqual([
    'resaved at quality 75',
    'sent by messenger',
  ]);
  const [left, right, ...others] = lines.filter(({ isForged }) => isForged);
  expect(others).toEqual([]);
  expect(left).toMatchObject({ kind: 'left', placeShare: 1 });
  expect(right).toMatchObject({ kind: 'right', placeShare: 0 });

  const [scene] = sceneScores(lines);
  expect(scene?.innocent).toBeLessThan(200);
  expect(scene?.forged).toEqual([left?.score, -Infinity]);
});

it('goes on where a published picture is damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'measured-'));
  const path = join(folder, 'photograph.jpg');
  const data = Uint8Array.from({ length: size.width * size.height * 3 }, (_, i) => (i * i) % 251);
  const whole = await sharp(data, { raw: { ...size, channels: 3 } })
    .jpeg()
    .toBuffer();
  await writeFile(path, whole.subarray(0, Math.floor(whole.length * 0.8)));
  const lines = await measurePhotograph(brightness, photographOf(path), []);
  await rm(folder, { recursive: true });
  expect(lines.filter(({ isForged }) => !isForged)).toHaveLength(2 + innocentVariants.length);
});
