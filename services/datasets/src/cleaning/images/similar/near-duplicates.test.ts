import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hammingDistance } from '@assay/media/hash/perceptual-hash';
import { decodeFingerprint } from './fingerprint.ts';
import { imageMeasures, informationStep, lowInformationBits } from './image-features.ts';
import type { ImageFeatures } from './image-features.ts';
import { maxHashDistance } from './image-index.ts';
import { measureImage } from '../measure-image.ts';
import { confirmNearDuplicate } from './near-duplicates.ts';

let scene: Buffer;

/** A scene of smooth hills and of a grid of windows. */
async function drawScene(seed: number, more = ''): Promise<Buffer> {
  const hills = Array.from({ length: 14 }, (_, at) => {
    const x = (at * 97 * seed) % 480;
    const y = (at * 61 * seed) % 320;
    const r = 30 + ((at * 29 * seed) % 60);
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="rgb(${(at * 53) % 255},${(at * 91 * seed) % 255},${(at * 37) % 255})" opacity="0.6"/>`;
  });
  const windows = Array.from({ length: 60 }, (_, at) => {
    const x = 20 + (at % 10) * 44;
    const y = 20 + Math.floor(at / 10) * 50;
    return `<rect x="${x}" y="${y}" width="14" height="22" fill="#${((at * 7919 * seed) % 0xfff).toString(16).padStart(3, '0')}"/>`;
  });
  const body = `<rect width="480" height="320" fill="#9ab"/>${hills.join('')}${windows.join('')}${more}`;
  return draw(body);
}

async function draw(body: string): Promise<Buffer> {
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">${body}</svg>`))
    .removeAlpha()
    .png()
    .toBuffer();
}

async function measure(image: Sharp | Buffer): Promise<ImageFeatures> {
  const opened = sharp(Buffer.isBuffer(image) ? image : await image.toBuffer());
  const { data, info } = await opened
    .resize(512, 512, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return measureImage({ data, width, height, channels }, { width, height });
}

beforeAll(async () => {
  scene = await drawScene(3);
});

describe('measureImage', () => {
  it('gives features that survive structured cloning, with one value for each measure', async () => {
    const features = await measure(scene);
    expect(structuredClone(features)).toEqual(features);
    expect(features.fingerprint.length).toBeLessThanOrEqual(6_000);
    expect(features.vector).toHaveLength(imageMeasures.length);
    expect(features.vector.every(Number.isFinite)).toBe(true);
  });

  it('measures that an image is darker, flatter or has less information', async () => {
    const usual = await measure(scene);
    const dark = await measure(sharp(scene).linear(0.2, 0));
    expect(dark.vector[0]).toBeLessThan((usual.vector[0] ?? 0) / 2);
    const flat = await measure(await draw('<rect width="480" height="320" fill="#789"/>'));
    expect(flat.informationBits).toBeLessThan(lowInformationBits);
    expect(usual.informationBits).toBeGreaterThan(lowInformationBits * 2);
    expect(decodeFingerprint(flat.fingerprint).step).toBeLessThan(informationStep);
  });
});

describe('confirmNearDuplicate', () => {
  it.each<[string, (image: Sharp) => Sharp]>([
    ['saved at quality 40', (image) => image.jpeg({ quality: 40 })],
    ['half as large', (image) => image.resize(240).jpeg({ quality: 85 })],
    ['in another format', (image) => image.webp({ quality: 75 })],
    ['with a palette', (image) => image.gif()],
  ])('confirms a copy %s', async (_, copy) => {
    const original = await measure(scene);
    const copied = await measure(copy(sharp(scene)));
    expect(hammingDistance(original.hash, copied.hash)).toBeLessThanOrEqual(maxHashDistance);
    expect(confirmNearDuplicate(original, copied)).toBeGreaterThan(0.5);
  });

  it('gives 1 for the same image', async () => {
    const features = await measure(scene);
    expect(confirmNearDuplicate(features, features)).toBe(1);
  });

  it.each<[string, () => Sharp | Promise<Buffer>]>([
    ['a frame that moved', () => sharp(scene).extract({ left: 4, top: 3, width: 470, height: 313 })],
    ['one object that moved', () => drawScene(3, '<circle cx="300" cy="130" r="16" fill="#111"/>')],
    ['other colours', () => sharp(scene).modulate({ hue: 60 })],
    ['another aspect', () => sharp(scene).resize(480, 300, { fit: 'fill' })],
    ['another scene', () => drawScene(5)],
  ])('does not confirm %s', async (_, other) => {
    expect(confirmNearDuplicate(await measure(scene), await measure(await other()))).toBeUndefined();
  });

  it.each([
    ['flat', '#7788aa', '#7989ab'],
    ['dark', '#010203', '#030303'],
  ])('does not confirm %s images, which have nothing to compare', async (_, one, other) => {
    const features = await Promise.all(
      [one, other, one].map(async (fill) =>
        measure(await draw(`<rect width="480" height="320" fill="${fill}"/>`)),
      ),
    );
    const [first, second, third] = features;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no features');
    expect(confirmNearDuplicate(first, second)).toBeUndefined();
    expect(confirmNearDuplicate(first, third)).toBeUndefined();
  });
});
