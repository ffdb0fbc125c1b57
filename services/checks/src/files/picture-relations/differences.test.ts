import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CheckResult, PixelImage } from '../../check/check.ts';
import { seededRandom } from '../../pixels/copy-move/matching/seeded-random.ts';
import { clutter, page, tiles } from '../../pixels/copy-move/synthetic-scenes.fixture.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import { checkFiles } from '../check-files.fixture.ts';
import { check as pictureRelations } from './check.ts';
import {
  coverPlace,
  overlapShare,
  pastePlace,
  readPixels,
  removePlace,
  toSharp,
} from './doctored-copies.fixture.ts';

const photosFolder = resolve(import.meta.dirname, '../../../../../../shared/media/photos');
const scenesFolder = join(photosFolder, '../innocent');
const except = 'show the same image, except here';

/** Runs the check on two images. */
async function compare(one: Sharp | Uint8Array, two: Sharp | Uint8Array): Promise<CheckResult> {
  const toBytes = async (image: Sharp | Uint8Array): Promise<Uint8Array> =>
    image instanceof Uint8Array ? image : image.toBuffer();
  return checkFiles(pictureRelations, [{ bytes: await toBytes(one) }, { bytes: await toBytes(two) }]);
}

/** The first place of each file among the locations. */
function readBoxes({ locations = [] }: CheckResult): readonly (PixelBox | undefined)[] {
  return ['file0', 'file1'].map((id) => locations.find(({ fileId }) => fileId === id)?.boundingBox);
}

function expectPlaces(result: CheckResult, boxes: readonly [PixelBox, PixelBox]): void {
  for (const [index, found] of readBoxes(result).entries()) {
    const box = boxes[index];
    if (found === undefined || box === undefined) throw new Error(`no place: ${result.statement}`);
    expect(overlapShare(found, box)).toBeGreaterThan(0.5);
  }
}

function scaleBox({ x, y, width, height }: PixelBox, by: number): PixelBox {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

const place = { x: 350, y: 250, width: 110, height: 90 };
const word = { x: 36, y: 240, width: 126, height: 30 };
const isNothing = { locations: [], facts: { relations: [{ differences: [] }] } };

describe('an original and its doctored copy', () => {
  it.skipIf(!existsSync(photosFolder))(
    'is the same image except here, for photographs of the collection',
    async () => {
      const names = (await readdir(photosFolder)).filter((name) => name.endsWith('.jpg'));
      for (const name of names.filter((_, index) => index % 15 === 1)) {
        const bytes = await readFile(join(photosFolder, name));
        const { image, box } = await coverPlace(await readPixels(sharp(bytes)));
        const result = await compare(bytes, toSharp(image).jpeg({ quality: 90 }));
        expect([name, result.statement]).toEqual([name, expect.stringContaining(except)]);
        expectPlaces(result, [box, box]);
        expect([result.llrManipulated, result.llrSynthetic, result.llrAuthentic]).toEqual([0, 0, 0]);
      }
    },
    60_000,
  );

  const scene = clutter();
  it.each([
    ['a pasted area', () => pastePlace(scene, tiles(), place), scene],
    ['a removed area', () => removePlace(scene, place), scene],
    ['a changed word', () => pastePlace(page(), flipped(page()), word), page()],
  ] as const)(
    'shows %s in the coordinates of both files, and both next to each other',
    async (_, doctor, from) => {
      const { image, box } = doctor();
      const result = await compare(toSharp(from).jpeg({ quality: 92 }), toSharp(image).jpeg({ quality: 85 }));
      expect(result.statement).toContain(except);
      expect(result.statement).toContain('does not show which of two files was changed');
      expectPlaces(result, [box, box]);
      expect(result.artifacts.map(({ type, mimeType }) => [type, mimeType])).toEqual([
        ['comparison', 'image/jpeg'],
        ['table', 'application/json'],
      ]);
    },
  );

  it('shows the place in a copy of another size, saved at low quality, cut, or rotated by Exif', async () => {
    const { image, box } = await coverPlace(scene);
    const original = await toSharp(scene).jpeg({ quality: 95 }).toBuffer();
    const half = await compare(original, toSharp(image).resize(300).jpeg({ quality: 70 }));
    expectPlaces(half, [box, scaleBox(box, 0.5)]);
    expectPlaces(await compare(toSharp(image).resize(900).webp({ quality: 60 }), original), [
      scaleBox(box, 1.5),
      box,
    ]);
    expectPlaces(await compare(original, toSharp(image).jpeg({ quality: 40 })), [box, box]);
    const cut = { left: 120, top: 100, width: 460, height: 350 };
    const part = await compare(original, toSharp(image).extract(cut).jpeg({ quality: 80 }));
    expect(part.statement).toContain('a whole and a part of it, the same image except here');
    expectPlaces(part, [box, { ...box, x: box.x - cut.left, y: box.y - cut.top }]);
    const rotated = toSharp(await readPixels(toSharp(image).rotate(-90)))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 85 });
    expectPlaces(await compare(original, rotated), [box, box]);
  });

  it('is found where the place alone makes both correlate less than copies do', async () => {
    const image = await readPixels(toSharp(scene).linear(0.3, 90));
    const donor = await readPixels(toSharp(scene).rotate(180).negate({ alpha: false }));
    const { box, ...doctored } = pastePlace(image, donor, { x: 60, y: 120, width: 200, height: 200 });
    const result = await compare(toSharp(image).jpeg(), toSharp(doctored.image).jpeg());
    const [relation] = result.facts['relations'] as { kind: string; correlation: number }[];
    expect(relation?.kind).toBe('same');
    expect(relation?.correlation).toBeLessThan(0.93);
    expectPlaces(result, [box, box]);
  });
});

function flipped(image: PixelImage): PixelImage {
  const data = Uint8Array.from(image.data);
  for (let row = 0; row < image.height; row++)
    for (let x = 0; x < image.width; x++) {
      const from = (row * image.width + image.width - 1 - x) * 3;
      data.set(image.data.subarray(from, from + 3), (row * image.width + x) * 3);
    }
  return { ...image, data };
}

describe('two photographs of one scene', () => {
  it.skipIf(!existsSync(scenesFolder))('are not related in the collection', async () => {
    const names = (await readdir(scenesFolder)).filter((name) => /kazan_00[2-4]|balance_00[1-3]/.test(name));
    expect(names).toHaveLength(6);
    const bytes = await Promise.all(names.map((name) => readFile(join(scenesFolder, name))));
    const result = await checkFiles(
      pictureRelations,
      bytes.map((file) => ({ bytes: file })),
    );
    expect(result).toMatchObject({ locations: [], facts: { pictures: 6, relations: [] } });
  });

  it('are not the same image where their noise is not the same', async () => {
    const still = await readPixels(toSharp(clutter()).blur(1.5));
    const moved = removePlace(still, place).image;
    const result = await compare(photograph(still, 1), photograph(moved, 2));
    expect(result.statement).toMatch(/agree, except here.+can be two photographs taken one after the other/);
    expect(result.statement).not.toContain('same image');
    const copy = await compare(photograph(still, 1), photograph(moved, 1));
    expect(copy.statement).toContain(except);
  });

  it('are nearly the same where many places moved a little', async () => {
    const one = await readPixels(toSharp(clutter()).extract({ left: 0, top: 0, width: 560, height: 430 }));
    const result = await compare(toSharp(one).jpeg(), toSharp(bend(one)).jpeg());
    expect(result.statement).not.toContain('same image');
    expect(result.locations).toEqual([]);
  });
});

/** The scene with the noise of one exposure. */
function photograph({ data, ...size }: PixelImage, seed: number): Sharp {
  const random = seededRandom(seed);
  const levels = Uint8Array.from(data, (level) => level + 9 * (random() + random() + random() - 1.5));
  return toSharp({ ...size, data: levels }).jpeg({ quality: 90 });
}

/** Shifts each row by up to four pixels, as things at different distances shift when the camera moves. */
function bend(image: PixelImage): PixelImage {
  const data = Uint8Array.from(image.data, (_, at) => {
    const pixel = Math.floor(at / 3);
    const row = Math.floor(pixel / image.width);
    const x = pixel % image.width;
    const from = Math.round(x + 4 * Math.sin(row / 25) * Math.cos(x / 40));
    return image.data[(row * image.width + Math.max(0, Math.min(image.width - 1, from))) * 3 + (at % 3)] ?? 0;
  });
  return { ...image, data };
}

describe('a copy without an altered place', () => {
  const scene = clutter();
  const copies: Readonly<Record<string, (image: Sharp) => Sharp>> = {
    'saved at quality 30': (image) => image.jpeg({ quality: 30 }),
    'saved as WebP': (image) => image.webp({ quality: 50 }),
    'a quarter of the size': (image) => image.resize(150).jpeg({ quality: 75 }),
    enlarged: (image) => image.resize(1_400).jpeg({ quality: 85 }),
    brightened: (image) => image.linear(1.4, 20).jpeg({ quality: 85 }),
    'darker and with more contrast': (image) => image.linear(1.5, -90).jpeg({ quality: 85 }),
    'with another gamma': (image) => image.gamma(2.2, 1.2).jpeg({ quality: 85 }),
    grey: (image) => image.greyscale().jpeg({ quality: 85 }),
    sharpened: (image) => image.sharpen({ sigma: 1.5 }).jpeg({ quality: 85 }),
    smoothed: (image) => image.blur(1.2).jpeg({ quality: 85 }),
    cut: (image) => image.extract({ left: 70, top: 60, width: 430, height: 330 }).jpeg({ quality: 85 }),
    'rotated a little': (image) => image.rotate(2).jpeg({ quality: 85 }),
  };
  it.each(Object.entries(copies))('has no place that differs: %s', async (_, derive) => {
    const original = toSharp(scene).jpeg({ quality: 95 });
    const result = await compare(original, derive(toSharp(scene)));
    expect(result).toMatchObject(isNothing);
    expect(result.statement).not.toMatch(/except|nearly/);
  });
});
