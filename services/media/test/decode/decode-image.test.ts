import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeImage } from '../../src/decode/decode-image.ts';
import { readImageHeader } from '../../src/decode/read-image-header.ts';
import { UndecodableError } from '../../src/limits/undecodable-error.ts';
import { hasSharedMedia, sharedMedia } from '../shared-media.ts';

const width = 48;
const height = 32;
let folder: string;

/** Red from left to right, green from top to bottom. */
const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => {
  const pixel = Math.floor(index / 3);
  return (
    [((pixel % width) * 255) / (width - 1), (Math.floor(pixel / width) * 255) / (height - 1), 64][
      index % 3
    ] ?? 0
  );
});
const picture = (): Sharp => sharp(pixels, { raw: { width, height, channels: 3 } });

async function store(name: string, content: Uint8Array | Sharp): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, 'toBuffer' in content ? await content.toBuffer() : content);
  return path;
}

function largestDifference(a: Uint8Array, b: Uint8Array): number {
  expect(a).toHaveLength(b.length);
  return a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - (b[index] ?? 0))), 0);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-decode-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('decodeImage', () => {
  it.each<[string, string, (image: Sharp) => Sharp, number]>([
    ['a.jpg', 'image/jpeg', (image) => image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }), 12],
    ['a.png', 'image/png', (image) => image.png(), 0],
    ['a.webp', 'image/webp', (image) => image.webp({ lossless: true }), 0],
    ['a.gif', 'image/gif', (image) => image.gif(), 60],
    ['a.avif', 'image/avif', (image) => image.avif({ quality: 90 }), 20],
  ])('decodes %s to the pixels it was made from', async (name, mimeType, encode, tolerance) => {
    const image = await decodeImage(await store(name, encode(picture())));
    expect(image).toMatchObject({ mimeType, width, height, orientation: 1, colorSpace: 'sRGB' });
    expect(largestDifference(image.data, pixels)).toBeLessThanOrEqual(tolerance);
  });

  it('gives grey pictures three equal channels', async () => {
    const image = await decodeImage(await store('grey.png', picture().toColourspace('b-w').png()));
    expect(image.data).toHaveLength(width * height * 3);
    expect(image.colorSpace).toBe('Gray');
    expect(image.data[0]).toBe(image.data[2]);
  });

  it('lays transparent pixels on white', async () => {
    const clear = sharp({
      create: { width: 2, height: 1, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    });
    const image = await decodeImage(await store('clear.png', clear.png()));
    expect([...image.data]).toEqual(Array(6).fill(255));
  });

  it('reduces 16 bit channels to 8 and CMYK to RGB', async () => {
    const deep = await decodeImage(await store('deep.png', picture().toColourspace('rgb16').png()));
    expect(largestDifference(deep.data, pixels)).toBeLessThanOrEqual(1);
    const cmyk = await decodeImage(await store('cmyk.jpg', picture().toColourspace('cmyk').jpeg()));
    expect(cmyk.data).toHaveLength(pixels.length);
    expect(cmyk.colorSpace).not.toBe('sRGB');
  });

  it('takes the first frame of an animation', async () => {
    const frames = [0, 255].map((grey) => Buffer.alloc(8 * 8 * 3, grey));
    const both = sharp(Buffer.concat(frames), { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } });
    const image = await decodeImage(await store('two.gif', both.gif({ loop: 0, delay: [100, 100] })));
    expect(image).toMatchObject({ width: 8, height: 8 });
    expect([...new Set(image.data)]).toEqual([0]);
  });

  it('keeps pixels as stored and tells the orientation', async () => {
    const path = await store('turned.jpg', picture().withMetadata({ orientation: 6 }).jpeg());
    expect(await decodeImage(path)).toMatchObject({ width, height, orientation: 6 });
  });

  it('refuses a file that is cut off, in every format that is decoded by rows', async () => {
    const photo = sharp(Buffer.alloc(512 * 512 * 3, 7), { raw: { width: 512, height: 512, channels: 3 } });
    for (const encode of [
      photo.clone().jpeg(),
      photo.clone().png(),
      photo.clone().webp({ lossless: true }),
    ]) {
      const whole = await encode.toBuffer();
      const path = await store('cut', whole.subarray(0, Math.floor(whole.length * 0.8)));
      await expect(decodeImage(path)).rejects.toThrow(UndecodableError);
    }
  });

  it('refuses a stated size beyond the caps before decoding', async () => {
    const png = await picture().png().toBuffer();
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    await expect(readImageHeader(await store('lie.png', png))).rejects.toThrow(UndecodableError);
    const path = await store('small.png', picture().png());
    await expect(decodeImage(path, { maxPixels: 100 })).rejects.toThrow(/megapixels; at most/);
  });

  it('refuses what is no image with a reason', async () => {
    const path = await store('note.jpg', Buffer.from('not a picture'));
    await expect(decodeImage(path)).rejects.toThrow('it is not an image of a supported type');
  });
});

describe.skipIf(!hasSharedMedia)('decodeImage of HEIC (needs the media collection)', () => {
  it.each([
    ['cheers_1440x960.heic', 1440, 960],
    ['IMG_1034.heic', 4032, 3024],
    ['exif-at-eof.heic', 3024, 4032],
    ['samplefilehub.heif', 640, 426],
  ])('decodes %s to a picture of the size its header states', async (name, expectedWidth, expectedHeight) => {
    const image = await decodeImage(sharedMedia('photos', name));
    expect(image).toMatchObject({ mimeType: 'image/heic', width: expectedWidth, height: expectedHeight });
    expect(image.data).toHaveLength(expectedWidth * expectedHeight * 3);
    expect(new Set(image.data.subarray(0, 300_000)).size).toBeGreaterThan(20);
  });

  it('refuses one that is cut off', async () => {
    const whole = await readFile(sharedMedia('photos', 'cheers_1440x960.heic'));
    const path = await store('cut.heic', whole.subarray(0, whole.length >> 1));
    await expect(decodeImage(path)).rejects.toThrow(UndecodableError);
  });
});
