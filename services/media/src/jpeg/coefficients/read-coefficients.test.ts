import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { endOfImage, segment, startOfImage } from '../../../test/build-media.ts';
import { readCoefficients } from './read-coefficients.ts';
import type { ComponentCoefficients, JpegCoefficients } from './read-coefficients.ts';

const media = path.resolve(import.meta.dirname, '../../../../../../shared/media');
const size = { width: 101, height: 67 };

describe('readCoefficients', () => {
  it.each([
    ['grey', { progressive: false }],
    ['grey, progressive', { progressive: true }],
    ['grey with optimized codes', { optimiseCoding: true }],
  ])('gives what a decoder makes its pixels of: %s', async (_, options) => {
    const bytes = await scene()
      .greyscale()
      .jpeg({ quality: 83, ...options })
      .toBuffer();
    const { components, problems } = read(bytes);
    expect(problems).toEqual([]);
    const decoded = await sharp(bytes).greyscale().raw().toBuffer();
    expect(largestDifference(pixelsOf(luminanceOf(components)), decoded)).toBeLessThanOrEqual(1);
  });

  it.each(['4:2:0', '4:4:4'])(
    'reads colour sampled %s, the same baseline and progressive',
    async (sampling) => {
      const options = { quality: 90, chromaSubsampling: sampling };
      const baseline = read(
        await scene()
          .jpeg({ ...options, progressive: false })
          .toBuffer(),
      );
      const progressive = read(
        await scene()
          .jpeg({ ...options, progressive: true })
          .toBuffer(),
      );
      const chroma = sampling === '4:4:4' ? [13, 9] : [7, 5];
      expect(baseline.components.map(({ blocksWide, blocksHigh }) => [blocksWide, blocksHigh])).toEqual([
        [13, 9],
        chroma,
        chroma,
      ]);
      expect(blocksOf(progressive)).toEqual(blocksOf(baseline));
      expect(progressive.components.map(({ steps }) => steps)).toEqual(
        baseline.components.map(({ steps }) => steps),
      );
      expect([...baseline.problems, ...progressive.problems]).toEqual([]);
    },
  );

  it('keeps only the components asked for', async () => {
    const bytes = await scene().jpeg({ quality: 90 }).toBuffer();
    const result = readCoefficients(bytes, { isWanted: (index) => index === 0 });
    const kept = result.ok ? result.jpeg.components.map(({ coefficients }) => coefficients.length > 0) : [];
    expect(kept).toEqual([true, false, false]);
    expect(result.ok && luminanceOf(result.jpeg.components).coefficients).toEqual(
      luminanceOf(read(bytes).components).coefficients,
    );
  });

  it('begins anew at restart markers, also after a damaged interval', () => {
    expect(meansOf(read(withRestarts([0b0100_1011])))).toEqual([1, 2, 1, 2, 1, 2]);
    const damaged = read(withRestarts([0xff]));
    expect(meansOf(damaged)).toEqual([1, 2, 0, 0, 1, 2]);
    expect(damaged.problems).toEqual(['the coded data have a code that none of the tables has']);
  });

  it('reads a truncated file as far as it goes, and says so', async () => {
    const bytes = await scene().greyscale().jpeg({ quality: 83 }).toBuffer();
    const { problems, components } = read(bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    expect(problems).toEqual(['the coded data end too early']);
    const whole = luminanceOf(read(bytes).components).coefficients;
    expect(luminanceOf(components).coefficients.subarray(0, 13 * 64)).toEqual(whole.subarray(0, 13 * 64));
  });

  it('refuses what is no JPEG, unusual, or larger than memory is given for', async () => {
    const bytes = await scene().jpeg().toBuffer();
    expect(readCoefficients(Buffer.from('no picture'))).toEqual({
      ok: false,
      reason: 'no start-of-image marker',
    });
    expect(readCoefficients(withFrame(bytes, { marker: 0xc9 }))).toMatchObject({ ok: false });
    expect(readCoefficients(withFrame(bytes, { side: 65_535 }))).toMatchObject({
      ok: false,
      reason: 'the picture is too large, or its components are none',
    });
  });

  it('survives 400 files with damaged bytes', async () => {
    const files = await Promise.all(
      [false, true].map((progressive) => scene().jpeg({ quality: 80, progressive }).toBuffer()),
    );
    let state = 7;
    const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 400; round++) {
      const bytes = Buffer.from(files[round % 2] ?? []);
      for (let damage = 0; damage < 4; damage++) bytes[random(bytes.length)] = random(256);
      expect(typeof readCoefficients(bytes).ok).toBe('boolean');
    }
  });

  it.skipIf(!existsSync(path.join(media, 'hostile')))('survives the hostile files', () => {
    const folder = path.join(media, 'hostile');
    const results = readdirSync(folder).map((name) =>
      readCoefficients(readFileSync(path.join(folder, name))),
    );
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(20);
  });
});

function read(bytes: Uint8Array): JpegCoefficients {
  const result = readCoefficients(bytes);
  if (!result.ok) throw new Error(result.reason);
  return result.jpeg;
}

/** Waves and noise in three colours, of a size no multiple of anything. */
function scene(): Sharp {
  const { width, height } = size;
  let state = 1;
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    state = (state * 48_271) % 2_147_483_647;
    const x = Math.floor(i / 3) % width;
    const y = Math.floor(i / 3 / width);
    return 128 + 60 * Math.sin((x + 7 * (i % 3)) / 5) * Math.cos(y / 9) + (state % 40) - 20;
  });
  return sharp(data, { raw: { ...size, channels: 3 } });
}

function luminanceOf([first]: readonly ComponentCoefficients[]): ComponentCoefficients {
  if (first === undefined) throw new Error('no component');
  return first;
}

/** Dequantized and transformed back by the formula, ITU-T T.81, A.3.3. */
function pixelsOf({ coefficients, stride, steps }: ComponentCoefficients): Uint8Array {
  const cosine = (x: number, u: number): number =>
    Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1);
  return Uint8Array.from({ length: size.width * size.height }, (_, i) => {
    const x = i % size.width;
    const y = Math.floor(i / size.width);
    const at = ((y >> 3) * stride + (x >> 3)) * 64;
    let sum = 0;
    steps.forEach((step, k) => {
      sum += (coefficients[at + k] ?? 0) * step * cosine(x & 7, k & 7) * cosine(y & 7, k >> 3);
    });
    return Math.max(0, Math.min(255, Math.round(sum / 4 + 128)));
  });
}

function largestDifference(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] ?? 0))), 0);
}

/** Without the blocks that fill up coded units, which encoders choose freely. */
function blocksOf({ components }: JpegCoefficients): number[][] {
  return components.map(({ coefficients, blocksWide, blocksHigh, stride }) =>
    Array.from({ length: blocksHigh }, (_, row) =>
      Array.from(coefficients.subarray(row * stride * 64, (row * stride + blocksWide) * 64)),
    ).flat(),
  );
}

/**
 * Six grey blocks side by side in three intervals of two. A mean is coded `0` and one bit of difference, a band ends at once with
 * `0`: `010` is a block one brighter than the last. The middle interval is given.
 */
function withRestarts(middle: readonly number[]): Uint8Array {
  const counts = (...lengths: number[]): number[] => Array.from({ length: 16 }, (_, i) => lengths[i] ?? 0);
  return Uint8Array.from([
    ...startOfImage,
    ...segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    ...segment(0xc0, [8, 0, 8, 0, 48, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...counts(1, 1), 1, 0]),
    ...segment(0xc4, [0x10, ...counts(1), 0]),
    ...segment(0xdd, [0, 2]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    0b0100_1011,
    0xff,
    0xd0,
    ...middle.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])),
    0xff,
    0xd1,
    0b0100_1011,
    ...endOfImage,
  ]);
}

function meansOf(jpeg: JpegCoefficients): number[] {
  const { coefficients } = luminanceOf(jpeg.components);
  return Array.from({ length: 6 }, (_, block) => coefficients[block * 64] ?? 0);
}

function withFrame(bytes: Uint8Array, { marker, side }: { marker?: number; side?: number }): Uint8Array {
  const changed = Buffer.from(bytes);
  const at = changed.findIndex((byte, i) => byte === 0xff && changed[i + 1] === 0xc0);
  if (marker !== undefined) changed[at + 1] = marker;
  if (side !== undefined) {
    changed.writeUInt16BE(side, at + 5);
    changed.writeUInt16BE(side, at + 7);
  }
  return changed;
}
