import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmImages } from './confirm-images.ts';

let folder: string;
let written = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animation-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function confirm(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const first = join(folder, String((written += 1)));
  const second = join(folder, String((written += 1)));
  await Promise.all([writeFile(first, one), writeFile(second, other)]);
  return confirmImages([first, second]);
}

/** Frames with a square at each of the places, from 0 to 7. */
async function drawFrames(places: readonly number[]): Promise<Buffer[]> {
  return Promise.all(
    places.map((place) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><rect width="160" height="120" fill="#9ab"/><rect x="${place * 18}" y="${40 + place * 5}" width="16" height="30" fill="#a22"/></svg>`,
        ),
      )
        .png()
        .toBuffer(),
    ),
  );
}

async function animate(places: readonly number[], delay = 200): Promise<Buffer> {
  const [first, second] = await drawFrames(places);
  if (second === undefined) return sharp(first).gif().toBuffer();
  return sharp(await drawFrames(places), { join: { animated: true } })
    .gif({ delay: places.map(() => delay) })
    .toBuffer();
}

describe('animations', () => {
  it('are confirmed if all frames are the same, also resized and in another format', async () => {
    const original = await animate([0, 1, 2, 3]);
    const open = () => sharp(original, { animated: true });
    expect(await confirm(original, await open().webp({ quality: 80 }).toBuffer())).toBe(true);
    expect(await confirm(original, await open().resize(120).gif().toBuffer())).toBe(true);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['other frames after the same first one', () => animate([0, 3, 5, 7])],
    ['one frame more', () => animate([0, 1, 2, 3, 4])],
    ['the first frame alone', () => animate([0])],
    ['other times', () => animate([0, 1, 2, 3], 400)],
  ])('are not confirmed with %s', async (_, other) => {
    expect(await confirm(await animate([0, 1, 2, 3]), await other())).toBe(false);
  });

  it('are compared to the last of 2,000 frames', async () => {
    const frames = await drawFrames([0, 1]);
    const small = await Promise.all(frames.map((frame) => sharp(frame).resize(16, 12).png().toBuffer()));
    const list = Array.from({ length: 2_000 }, (_, at) => small[at % 2] ?? Buffer.alloc(0));
    const encode = (images: Buffer[]) =>
      sharp(images, { join: { animated: true } })
        .gif({ effort: 1 })
        .toBuffer();
    const original = await encode(list);
    expect(await confirm(original, original)).toBe(true);
    expect(await confirm(original, await encode(list.toSpliced(1_990, 1, small[1] ?? Buffer.alloc(0))))).toBe(
      false,
    );
  });
});
