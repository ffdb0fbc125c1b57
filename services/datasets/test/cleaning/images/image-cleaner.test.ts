import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectType } from '@assay/media/sniff/detect-type';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import type { ImageCleaner } from '../../../src/cleaning/images/image-cleaner.ts';
import type { FileResult, SourceFile } from '../../../src/cleaning/treatment.ts';

const hostile = findSharedMedia('hostile');
const heic = findSharedMedia('photos/IMG_1034.heic');
/** Evenly from the list; the whole form takes all of them. */
const maxHostile = process.env['FAULTS'] === 'whole' ? 1_000 : 80;
const running = new AbortController().signal;
let folder = '';
let cleaner: ImageCleaner;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-images-'));
  cleaner = createImageCleaner({ size: 2 });
});
afterAll(async () => {
  await cleaner.close();
  await rm(folder, { recursive: true, force: true });
});

describe('standardizeImage', () => {
  it('applies the orientation of a JPEG, keeps its quality and its EXIF, and changes nothing a second time', async () => {
    const original = await makePhoto()
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .withExif({ IFD0: { Artist: 'Anna' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { bytes, result, again } = await standardizeTwice(original);
    expect(result).toMatchObject({
      outcome: 'changed',
      steps: ['orientation_applied'],
      features: { width: 120, height: 160 },
    });
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 120, height: 160, chromaSubsampling: '4:4:4' });
    expect(metadata.orientation ?? 1).toBe(1);
    expect(metadata.exif?.toString('latin1')).toContain('Anna');
    expect(bytes.length).toBeGreaterThan(original.length * 0.8);
    expect(again).toMatchObject({ outcome: 'unchanged' });
    expect(await measureDifference(original, bytes)).toBeLessThan(3);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('converts the profile of a %s to sRGB, once', async (format) => {
    const original = await makePhoto().withIccProfile('p3').toFormat(format).toBuffer();
    const { bytes, result, again } = await standardizeTwice(original);
    expect(result).toMatchObject({ outcome: 'changed', steps: ['converted_to_srgb'] });
    expect(await sharp(bytes).metadata()).toMatchObject({ format, hasProfile: false });
    expect(again).toMatchObject({ outcome: 'unchanged' });
    expect(again).not.toHaveProperty('skipped');
  });

  it('turns all frames of an animated WebP and keeps their times', async () => {
    const frames = await Promise.all(
      [makePhoto(), makePhoto().negate()].map(async (frame) => frame.png().toBuffer()),
    );
    const original = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true, loop: 2, delay: [90, 200] })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { bytes, result, again } = await standardizeTwice(original);
    expect(result.outcome).toBe('changed');
    const { width, pageHeight, pages, loop, delay } = await sharp(bytes, { pages: -1 }).metadata();
    expect({ width, pageHeight, pages, loop, delay }).toEqual({
      width: 120,
      pageHeight: 160,
      pages: 2,
      loop: 2,
      delay: [90, 200],
    });
    expect(again.outcome).toBe('unchanged');
  });

  it('keeps 16 bits and transparency of a PNG', async () => {
    const photo = makePhoto().toColourspace('rgb16').withIccProfile('p3');
    const { bytes } = await standardizeTwice(await photo.ensureAlpha(0.5).png().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({
      depth: 'ushort',
      hasAlpha: true,
      hasProfile: false,
    });
  });

  it('leaves a file that needs nothing, and GIF without a note', async () => {
    for (const image of [
      makePhoto().jpeg(),
      makePhoto().png(),
      makePhoto().gif(),
      makePhoto().withIccProfile('srgb').webp(),
    ]) {
      const { result } = await standardizeTwice(await image.toBuffer());
      expect(result).toMatchObject({
        outcome: 'unchanged',
        features: { kind: 'image', width: 160, height: 120 },
      });
      expect(result.outcome === 'unchanged' && result.skipped).toBeFalsy();
    }
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['undecodable', async () => (await makePhoto().jpeg().toBuffer()).subarray(0, 900)],
    ['blank', async () => makeFlat('#405060').jpeg({ quality: 60 }).toBuffer()],
    ['blank', async () => makePhoto().ensureAlpha(0).png().toBuffer()],
  ])('removes an image that is %s', async (reason, make) => {
    const result = await cleaner.standardizeImage(await place(await make()), running);
    expect(result).toMatchObject({ outcome: 'removed', reason });
    expect(result.outcome === 'removed' && result.explanation).toMatch(/^[A-Z].*\.$/u);
  });

  it.each<[string, () => Sharp]>([
    ['a small image', () => makePhoto().resize(200, 31)],
    ['a dark photograph', () => makePhoto().linear(0.03, 1)],
    ['a flat sky', () => makePhoto().blur(20).linear(0.1, 150)],
    [
      'a page with one word',
      () =>
        makeFlat('#ffffff').composite([
          { input: Buffer.from('<svg width="20" height="8"><rect width="9" height="4"/></svg>') },
        ]),
    ],
  ])('keeps %s', async (_, make) => {
    const result = await cleaner.standardizeImage(await place(await make().png().toBuffer()), running);
    expect(result.outcome).toBe('unchanged');
  });

  it('turns a motion photo, and keeps its video and the promise of it', async () => {
    const video = Buffer.concat([Buffer.from('\0\0\0\x14ftypmp42'), Buffer.alloc(500, 7)]);
    const item = `<Container:Item Item:Semantic="MotionPhoto" Item:Length="${video.length.toString()}"/>`;
    const photo = makePhoto().withMetadata({ orientation: 6 }).withXmp(`<x:xmpmeta>${item}</x:xmpmeta>`);
    const original = Buffer.concat([await photo.jpeg().toBuffer(), video]);
    const bytes = Buffer.from((await standardizeTwice(original)).bytes);
    expect([bytes.subarray(-video.length).equals(video), bytes.includes(item)]).toEqual([true, true]);
    expect((await sharp(bytes).metadata()).orientation).toBe(1);
  });

  it('leaves an image with more pixels than are decoded, and strips its metadata', async () => {
    const wide = sharp({ create: { width: 21_000, height: 5_000, channels: 3, background: '#987654' } });
    const jpeg = await wide
      .jpeg()
      .withExif({ IFD0: { Artist: 'Anna' } })
      .toBuffer();
    const file = await place(jpeg);
    const expected = { outcome: 'unchanged', skipped: 'too_large' };
    expect(await cleaner.standardizeImage(file, running)).toEqual(expected);
    expect(await cleaner.readImageFeatures(file, running)).toEqual(expected);
    expect(await cleaner.stripMetadata(file, running)).toMatchObject({ outcome: 'changed' });
  });

  it('reports AVIF and BMP as skipped', async () => {
    const avif = await place(await makePhoto().avif({ effort: 0 }).toBuffer());
    expect(await cleaner.standardizeImage(avif, running)).toMatchObject({
      outcome: 'unchanged',
      skipped: 'avif_not_treated',
    });
    const bmp = await place(await makeBmp());
    expect(await cleaner.standardizeImage(bmp, running)).toMatchObject({
      outcome: 'unchanged',
      skipped: 'bmp_not_treated',
    });
    expect(await cleaner.stripMetadata(bmp, running)).toMatchObject({
      outcome: 'unchanged',
      features: { kind: 'image' },
    });
  });

  it.skipIf(heic === undefined)(
    'reports HEIC as skipped, and strips it (needs the media collection)',
    async () => {
      const file = await place(await readFile(heic ?? ''));
      const expected = { outcome: 'unchanged', skipped: 'heic_not_treated', features: { kind: 'image' } };
      expect(await cleaner.standardizeImage(file, running)).toMatchObject(expected);
      const stripped = { outcome: 'changed', steps: ['metadata_removed'], features: { kind: 'image' } };
      expect(await cleaner.stripMetadata(file, running)).toMatchObject(stripped);
    },
  );
});

describe('stripMetadata', () => {
  it('writes a file without EXIF whose hash and size are right', async () => {
    const original = await makePhoto()
      .jpeg()
      .withExif({ IFD0: { Artist: 'Anna' } })
      .toBuffer();
    const result = await cleaner.stripMetadata(await place(original), running);
    if (result.outcome !== 'changed') throw new Error(result.outcome);
    const bytes = await readFile(result.output.path);
    expect(result).toMatchObject({
      steps: ['metadata_removed'],
      output: { sizeBytes: bytes.length, sha256: hash(bytes) },
    });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(await cleaner.stripMetadata(await place(bytes), running)).toMatchObject({ outcome: 'unchanged' });
  });
});

it('keeps an image whose pixels cannot be decoded where pixels are not needed, and reports it', async () => {
  const jpeg = await makePhoto()
    .jpeg()
    .withExif({ IFD0: { Artist: 'Anna' } })
    .toBuffer();
  const cut = await place(jpeg.subarray(0, jpeg.length / 2));
  const expected = { outcome: 'unchanged', skipped: 'undecodable' };
  expect(await cleaner.readImageFeatures(cut, running)).toEqual(expected);
  const changed = { outcome: 'changed', skipped: 'undecodable' };
  expect(await cleaner.stripMetadata(cut, running)).toMatchObject(changed);
});

describe('the pool', () => {
  it('rejects with InterruptedError when the work is cut short', async () => {
    const file = await place(await makePhoto().jpeg().toBuffer());
    await expect(cleaner.readImageFeatures(file, AbortSignal.abort())).rejects.toMatchObject({
      name: 'InterruptedError',
    });
  });

  it.skipIf(hostile === undefined)('survives hostile files (needs the media collection)', async () => {
    const names = (await readdir(hostile ?? '')).filter((name) => /jpg|png|gif|webp|bmp|avif/u.test(name));
    const step = Math.max(1, Math.floor(names.length / maxHostile));
    const chosen = names.toSorted().filter((_, at) => at % step === 0);
    const outcomes = chosen.map(async (name) => {
      const path = join(hostile ?? '', name);
      const type = (await detectType(await readFile(path)))?.mimeType ?? 'application/octet-stream';
      const file = { ...(await place(new Uint8Array())), path, type };
      await cleaner.stripMetadata(file, running);
      return (await cleaner.standardizeImage(file, running)).outcome;
    });
    expect(new Set(await Promise.all(outcomes))).toContain('removed');
  });
});

let count = 0;

async function place(bytes: Uint8Array): Promise<SourceFile> {
  count += 1;
  const path = join(folder, `${count.toString()}.file`);
  await writeFile(path, bytes);
  const outputFolder = await mkdtemp(join(folder, 'output-'));
  return {
    path,
    outputFolder,
    name: 'a.jpg',
    type: 'image/jpeg',
    sizeBytes: bytes.length,
    sha256: hash(bytes),
  };
}

async function standardizeTwice(
  original: Uint8Array,
): Promise<{ bytes: Uint8Array; result: FileResult; again: FileResult }> {
  const result = await cleaner.standardizeImage(await place(original), running);
  const bytes = result.outcome === 'changed' ? await readFile(result.output.path) : original;
  if (result.outcome === 'changed')
    expect(result.output).toMatchObject({ sizeBytes: bytes.length, sha256: hash(bytes) });
  return { bytes, result, again: await cleaner.standardizeImage(await place(bytes), running) };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function makeFlat(background: string): Sharp {
  return sharp({ create: { width: 160, height: 120, channels: 3, background } });
}

function makePhoto(): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  return sharp({ create: { width: 160, height: 120, channels: 3, background: '#808080', noise } });
}

/** A bitmap of 24 bits without compression. */
async function makeBmp(): Promise<Buffer> {
  const pixels = await makePhoto().raw().toBuffer();
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + pixels.length, 2);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 160],
    [22, 120],
    [26, 1 + (24 << 16)],
  ] as const)
    header.writeUInt32LE(value, at);
  return Buffer.concat([header, pixels]);
}

/** The mean difference of the pixels as they are shown. */
async function measureDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = await Promise.all(
    [one, other].map(async (bytes) => sharp(bytes).autoOrient().raw().toBuffer()),
  );
  if (first.length !== second.length) return Infinity;
  return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length;
}
