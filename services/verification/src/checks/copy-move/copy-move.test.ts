import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CheckResult, PixelImage, Subject } from '../check.ts';
import { forgeCopyMove } from './calibration/forge.ts';
import { copyMove } from './copy-move.ts';
import { FLAGGED_LLR } from './likelihood.ts';
import { seededRandom } from './random.ts';

const PHOTOS = resolve(import.meta.dirname, '../../../../../../shared/media/photos');
const photos = existsSync(PHOTOS) ? readdirSync(PHOTOS).filter((name) => name.endsWith('.jpg')) : [];
const SIZE = { width: 900, height: 700 };
const LIMIT_MS = 120_000;

describe('copyMove', () => {
  it('finds a patch of texture pasted elsewhere, and says where it was and is', async () => {
    const result = await examine(copied(clutter(), { from: [80, 90], to: [500, 380], side: 170 }));
    expect(result.llrManipulated).toBeGreaterThan(FLAGGED_LLR);
    expect(placesOf(result).map(near)).toContainEqual(['165,175', '585,465'].sort());
    expect(result.artifacts.map(({ type }) => type)).toEqual(['heatmap', 'region']);
  });

  it.each([
    ['turned', { turn: 0.4, zoom: 1 }],
    ['scaled', { turn: 0, zoom: 1.2 }],
    ['turned and scaled', { turn: -0.3, zoom: 0.85 }],
  ])('finds a copy that was %s', async (_, how) => {
    const result = await examine(copied(clutter(), { from: [80, 90], to: [500, 380], side: 200, ...how }));
    expect(result.llrManipulated).toBeGreaterThan(FLAGGED_LLR);
  });

  it('still finds a copy after saving as JPEG of quality 75', async () => {
    const image = copied(clutter(), { from: [80, 90], to: [500, 380], side: 170 });
    expect((await examine(await saved(image, 75))).llrManipulated).toBeGreaterThan(FLAGGED_LLR);
  });

  it.each([
    ['clutter without a copy', clutter],
    ['a grid of bars', grid],
    ['a wall of tiles', tiles],
    ['a page of text', page],
    ['a smooth gradient', gradient],
  ])('does not flag %s', async (_, scene) => {
    const results = [await examine(scene()), await examine(await saved(scene(), 80))];
    for (const { llrManipulated } of results) expect(llrManipulated).toBeLessThan(FLAGGED_LLR);
  });

  it('answers the same on every repeat', async () => {
    const image = copied(clutter(), { from: [80, 90], to: [500, 380], side: 170 });
    const [first, second] = [await examine(image), await examine(image)];
    expect(second.facts).toEqual(first.facts);
    expect(Buffer.from(second.artifacts[0]?.bytes ?? [])).toEqual(
      Buffer.from(first.artifacts[0]?.bytes ?? []),
    );
  });

  it('is not applicable to a picture too small to judge', async () => {
    const small = { width: 200, height: 150, data: new Uint8Array(200 * 150 * 3) };
    expect((await examine(small)).applicability.applicable).toBe(false);
  });

  it('stops when it is told to', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(copyMove.run(subjectOf(clutter()), stopped)).rejects.toThrow('stopped');
  });

  it.skipIf(photos.length === 0)(
    'flags none of a sample of genuine photographs, and at least six in ten forgeries of them',
    async () => {
      const sample = photos.filter((_, i) => i % 5 === 2);
      const genuine = [];
      const forged = [];
      for (const [i, name] of sample.entries()) {
        const image = await decoded(readFileSync(join(PHOTOS, name)));
        genuine.push(await examine(image));
        const forgery = forgeCopyMove(image, seededRandom(77 + i));
        if (forgery !== null) forged.push(await examine(await saved(forgery.image, 85)));
      }
      const flagged = (results: CheckResult[]): number =>
        results.filter(({ llrManipulated }) => llrManipulated >= FLAGGED_LLR).length;
      expect(flagged(genuine)).toBe(0);
      expect(flagged(forged) / forged.length).toBeGreaterThanOrEqual(0.6);
    },
    LIMIT_MS,
  );
});

type Painter = (x: number, y: number) => number;

function painted(paint: Painter): PixelImage {
  const data = new Uint8Array(SIZE.width * SIZE.height * 3);
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at += 3)
      data.fill(Math.max(0, Math.min(255, paint(x, y))), at, at + 3);
  }
  return { ...SIZE, data };
}

/** Discs of random size and tone with sensor-like noise: detail everywhere, nothing twice. */
function clutter(): PixelImage {
  const random = seededRandom(5);
  const levels = new Float32Array(SIZE.width * SIZE.height).fill(128);
  for (let disc = 0; disc < 2500; disc++) {
    const [cx, cy, radius] = [random() * SIZE.width, random() * SIZE.height, 3 + 14 * random()];
    const level = 40 + 180 * random();
    const [left, right] = [Math.max(0, Math.floor(cx - radius)), Math.min(SIZE.width, cx + radius)];
    for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(SIZE.height, cy + radius); y++) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (y - cy) ** 2));
      levels.fill(
        level,
        y * SIZE.width + Math.max(left, Math.round(cx - half)),
        y * SIZE.width + Math.min(right, Math.round(cx + half)),
      );
    }
  }
  return painted((x, y) => (levels[y * SIZE.width + x] ?? 0) + noise(random));
}

function noise(random: () => number): number {
  return 6 * (random() + random() + random() - 1.5);
}

function grid(): PixelImage {
  const random = seededRandom(6);
  return painted((x, y) => (x % 60 < 6 || y % 45 < 6 ? 60 : 190) + noise(random));
}

/** The same relief on every tile, each with its own shade and noise. */
function tiles(): PixelImage {
  const random = seededRandom(7);
  const shades = Array.from({ length: 400 }, () => 30 * random());
  return painted((x, y) => {
    const shade = shades[Math.floor(y / 70) * 20 + Math.floor(x / 70)] ?? 0;
    const relief =
      40 * Math.sin((x % 70) / 7) * Math.cos((y % 70) / 9) + 25 * Math.sin(((x % 70) * (y % 70)) / 200);
    return 120 + shade + relief + noise(random);
  });
}

/** Lines of letters of five by seven dots from a small alphabet. */
function page(): PixelImage {
  const random = seededRandom(8);
  const alphabet = Array.from({ length: 26 }, () => Array.from({ length: 35 }, () => random() < 0.45));
  const text = Array.from({ length: 4000 }, () => Math.floor(random() * 30));
  return painted((x, y) => {
    const [column, row] = [Math.floor(x / 18), Math.floor(y / 30)];
    const [dx, dy] = [Math.floor((x % 18) / 3), Math.floor((y % 30) / 3)];
    const letter = alphabet[text[row * 50 + column] ?? 29];
    return dx < 5 && dy < 7 && letter?.[dy * 5 + dx] === true ? 20 : 245;
  });
}

function gradient(): PixelImage {
  const random = seededRandom(9);
  return painted((x, y) => 60 + x / 8 + y / 12 + noise(random) / 3);
}

interface Paste {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly side: number;
  readonly turn?: number;
  readonly zoom?: number;
}

function copied(image: PixelImage, { from, to, side, turn = 0, zoom = 1 }: Paste): PixelImage {
  const data = Uint8Array.from(image.data);
  const half = side / 2;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [(x - half) / zoom, (y - half) / zoom];
      const u = from[0] + half + dx * Math.cos(turn) + dy * Math.sin(turn);
      const v = from[1] + half + dy * Math.cos(turn) - dx * Math.sin(turn);
      data.fill(
        between(image, u, v),
        ((to[1] + y) * SIZE.width + to[0] + x) * 3,
        ((to[1] + y) * SIZE.width + to[0] + x) * 3 + 3,
      );
    }
  }
  return { ...image, data };
}

function between({ data, width }: PixelImage, u: number, v: number): number {
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const at = (x: number, y: number): number => data[(y * width + x) * 3] ?? 0;
  const upper = at(column, row) * (1 - u + column) + at(column + 1, row) * (u - column);
  const lower = at(column, row + 1) * (1 - u + column) + at(column + 1, row + 1) * (u - column);
  return Math.round(upper * (1 - v + row) + lower * (v - row));
}

/** Both centres of every region found, as `x,y` rounded to what a test may expect. */
function placesOf(result: CheckResult): { from: number[]; to: number[] }[] {
  return result.facts['regions'] as unknown as { from: number[]; to: number[] }[];
}

function near({ from, to }: { from: number[]; to: number[] }): string[] {
  const known = [
    [165, 175],
    [585, 465],
  ];
  const snap = (place: number[]): string =>
    known
      .filter(([x = 0, y = 0]) => Math.hypot(x - (place[0] ?? 0), y - (place[1] ?? 0)) < 25)
      .map((point) => point.join(','))[0] ?? 'elsewhere';
  return [snap(from), snap(to)].sort();
}

async function saved({ data, width, height }: PixelImage, quality: number): Promise<PixelImage> {
  return decoded(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer(),
  );
}

async function decoded(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await sharp(bytes, { failOn: 'none' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function subjectOf(image: PixelImage): Subject {
  const pixels = (): Promise<PixelImage> => Promise.resolve(image);
  return { bytes: new Uint8Array(), path: '', mimeType: 'image/png', enrichment: {}, claims: {}, pixels };
}

function examine(image: PixelImage): Promise<CheckResult> {
  return copyMove.run(subjectOf(image), new AbortController().signal);
}
