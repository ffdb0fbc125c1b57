import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImage } from '../read-image.ts';
import type { ImageFeatures } from '../similar/image-features.ts';
import { confirmChangedImages } from './confirm-changed.ts';
import { findChange } from './find-change.ts';
import type { ImageLikeness } from './image-change.ts';
import { describeChange } from './image-change.ts';

let folder: string;
let scene: Buffer;
const size = { width: 900, height: 675 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changed-copies-'));
  scene = await sharp(smallPhotograph())
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'scene'), scene);
});

afterAll(() => rm(folder, { recursive: true }));

async function readFeatures(path: string): Promise<ImageFeatures> {
  const reading = await readImage(path);
  if (!('features' in reading)) throw new Error('the image was not read');
  return reading.features;
}

/** Finds the change of an image against the scene, and compares the content of both. */
async function judge(image: Sharp): Promise<{ found: ImageLikeness | undefined; isConfirmed: boolean }> {
  const paths = [join(folder, 'scene'), join(folder, 'other')] as const;
  await writeFile(paths[1], await image.jpeg({ quality: 88 }).toBuffer());
  const found = findChange(await readFeatures(paths[0]), await readFeatures(paths[1]));
  const change = found?.change;
  return { found, isConfirmed: change !== undefined && (await confirmChangedImages(paths, change)) };
}

const border = { top: 30, bottom: 30, left: 30, right: 30, background: '#fff' };

const changes: readonly [string, (image: Sharp) => Sharp, string][] = [
  ['in grey', (image) => image.greyscale(), 'second'],
  ['mirrored', (image) => image.flop(), 'either'],
  ['brighter', (image) => image.linear(1.2, 0), 'either'],
  ['darker', (image) => image.linear(0.8, 0), 'either'],
  ['cropped', (image) => image.extract({ left: 50, top: 12, width: 820, height: 620 }), 'second'],
  ['with a border', (image) => image.extend(border), 'second'],
];

const kinds: Readonly<Record<string, string>> = {
  'in grey': 'grey',
  mirrored: 'mirrored',
  brighter: 'brightness',
  darker: 'brightness',
  cropped: 'cropped',
  'with a border': 'bordered',
};

async function addFigure(): Promise<Buffer> {
  const figure = { create: { width: 22, height: 44, channels: 3, background: '#d8d4cc' } } as const;
  return sharp(scene)
    .composite([{ input: figure, left: 430, top: 330 }])
    .png()
    .toBuffer();
}

describe('changed copies', () => {
  it.each(changes)('are found and confirmed when they are %s', async (name, change, changed) => {
    const { found, isConfirmed } = await judge(change(sharp(scene)));
    expect(found?.change).toMatchObject({ kinds: [kinds[name]], changed });
    expect(found?.score).toBeGreaterThanOrEqual(0.5);
    expect(isConfirmed).toBe(true);
  });

  it.each(changes)('are not confirmed with another content when they are %s', async (_, change) => {
    expect((await judge(change(sharp(await addFigure())))).isConfirmed).toBe(false);
  });

  it('are found with a stamp, which is content', async () => {
    const text = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="260" height="60"><text y="50" font-family="DejaVu Sans" font-weight="bold" font-size="56" fill="#b00">COPY 12</text></svg>',
    );
    const { found, isConfirmed } = await judge(
      sharp(scene).composite([{ input: text, left: 620, top: 600 }]),
    );
    expect(found?.change?.kinds).toEqual(['stamped']);
    expect(isConfirmed).toBe(false);
  });

  it('are no frames of a camera that moved, and no recoloured images', async () => {
    const moved = sharp(scene).extract({ left: 60, top: 0, width: 840, height: 675 });
    await writeFile(
      join(folder, 'moved'),
      await moved.extend({ right: 60, extendWith: 'mirror' }).png().toBuffer(),
    );
    const one = await readFeatures(join(folder, 'scene'));
    expect(findChange(one, await readFeatures(join(folder, 'moved')))).toBeUndefined();
    expect((await judge(sharp(scene).modulate({ hue: 60, saturation: 2 }))).found).toBeUndefined();
  });

  it('are described by their changes', () => {
    expect(describeChange({ kinds: ['cropped', 'brightness'], brightness: 0.8 })).toBe(
      'is cropped, is brighter or darker by about 25 %',
    );
  });
});
