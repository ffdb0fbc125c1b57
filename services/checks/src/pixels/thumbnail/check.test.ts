import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CheckResult, FindingLocation, Subject } from '../../check/check.ts';
import { createSubject } from '../../run/run-checks.ts';
import { orientedBox, toOrientation } from '../planes/orientation.ts';
import type { PixelBox } from '../planes/orientation.ts';
import { develop, insertSegment, raw, size, sunset, storePreview } from './thumbnail.fixture.ts';
import { check as thumbnail } from './check.ts';

const photosFolder = resolve(import.meta.dirname, '../../../../../../shared/media/photos');
const photos = existsSync(photosFolder)
  ? readdirSync(photosFolder).filter((name) => name.endsWith('.jpg'))
  : [];
const limitMs = 120_000;

describe('thumbnail', () => {
  it('says not applicable when no preview is stored', async () => {
    const bytes = await sharp(scene(), raw).jpeg().toBuffer();
    expect((await examine(bytes)).applicability.applicable).toBe(false);
  });

  it('finds an object that was added while the old preview stayed', async () => {
    const result = await examine(
      await storePreview(scene(), await sharp(withDisc(scene()), raw).jpeg().toBuffer()),
    );
    expect(result.llrManipulated).toBeGreaterThan(1);
    expect(result.artifacts.map(({ type }) => type)).toEqual(['heatmap', 'preview']);
  });

  it('finds an object that falls into pieces where it resembles what it covers', async () => {
    const result = await examine(
      await storePreview(scene(), await sharp(withBars(scene()), raw).jpeg().toBuffer()),
    );
    expect(result.llrManipulated).toBeGreaterThan(1);
  });

  it('finds an object although the picture was brightened around it', async () => {
    const edited = await sharp(withDisc(scene()), raw).linear(1.25, 0).jpeg().toBuffer();
    expect((await examine(await storePreview(scene(), edited))).llrManipulated).toBeGreaterThan(1);
  });

  it.each([
    ['unchanged', (source: Sharp) => source],
    ['brightened until a place is cut off', (source: Sharp) => source.linear(1.6, 10)],
    ['darkened until a place is cut off', (source: Sharp) => source.linear(1.3, -110)],
    ['of other colours', (source: Sharp) => source.linear([1.6, 1, 0.7], [0, 10, 0])],
    ['more saturated', (source: Sharp) => source.modulate({ saturation: 1.8 })],
    ['brighter', (source: Sharp) => source.modulate({ brightness: 1.25 })],
    ['more contrast', (source: Sharp) => source.linear(1.3, -30)],
    ['cropped', (source: Sharp) => source.extract({ left: 80, top: 60, width: 420, height: 300 })],
    ['turned', (source: Sharp) => source.rotate(90)],
    ['turned by 5 degrees', (source: Sharp) => source.rotate(5)],
    ['grey', (source: Sharp) => source.greyscale().toColourspace('srgb')],
    ['blurred', (source: Sharp) => source.blur(2)],
  ])('does not flag a picture that is %s as a whole', async (_, edit) => {
    const edited = await edit(sharp(scene(), raw)).jpeg().toBuffer();
    expect((await examine(await storePreview(scene(), edited))).llrManipulated).toBe(0);
  });

  it.each([0.7, 0.85, 1.2, 1.5])(
    'does not flag a glow in which a channel is cut off and all else is brighter than elsewhere: gamma %s',
    async (gamma) => {
      const developed = await sharp(develop(sunset(), gamma), raw).jpeg({ quality: 95 }).toBuffer();
      const result = await examine(await storePreview(sunset(), developed));
      expect(result.llrManipulated).toBe(0);
    },
  );

  it('does not flag a smooth scene that was cropped, where nothing shows that both are the same frame', async () => {
    const frame = {
      left: 13,
      top: 9,
      width: Math.floor(size.width * 0.8),
      height: Math.floor(size.height * 0.8),
    };
    const cropped = await sharp(ship(), raw).extract(frame).jpeg({ quality: 90 }).toBuffer();
    expect((await examine(await storePreview(ship(), cropped))).llrManipulated).toBe(0);
  });

  it.skipIf(photos.length === 0)(
    'does not flag a genuine photograph of any camera, and sees most previews agree',
    async () => {
      const results = await Promise.all(
        photos.map((name) => examine(readFileSync(resolve(photosFolder, name)))),
      );
      expect(results.filter(({ llrManipulated }) => llrManipulated > 0)).toEqual([]);
      expect(results.filter(({ llrAuthentic }) => llrAuthentic > 0).length).toBeGreaterThan(35);
    },
    limitMs,
  );

  it.skipIf(photos.length === 0).each(globalEdits)(
    'does not flag a genuine photograph that was made %s as a whole',
    async (_, edit) => {
      const flagged: string[] = [];
      for (const name of photosOf(edit)) {
        const edited = await withKeptPreview(readFileSync(resolve(photosFolder, name)), edit);
        if (edited !== null && (await examine(edited)).llrManipulated > 0) flagged.push(name);
      }
      expect(flagged).toEqual([]);
    },
    limitMs,
  );

  it.skipIf(photos.length === 0)(
    'finds a pasted patch in at least nine of ten photographs that kept their preview',
    async () => {
      const results = await Promise.all(
        photos.map((name) => pastePatch(readFileSync(resolve(photosFolder, name)))),
      );
      const compared = results.flatMap((one) => (one?.result.applicability.applicable === true ? [one] : []));
      const found = compared.filter(({ result }) => result.llrManipulated > 0);
      expect(found.length / compared.length).toBeGreaterThanOrEqual(0.9);
      const misplaced = found.flatMap(({ result, patch }) =>
        isAtPatch(result.locations?.[0], patch) ? [] : [[result.locations?.[0]?.boundingBox, patch]],
      );
      expect(misplaced).toEqual([]);
    },
    limitMs,
  );
});

/** What people do to whole pictures, some of it until highlights or shadows are lost. */
const globalEdits: readonly (readonly [string, (source: Sharp) => Sharp])[] = [
  ['brighter', (source) => source.modulate({ brightness: 1.5 })],
  ['more contrast', (source) => source.linear(1.6, -70)],
  ['warmer', (source) => source.linear([1.25, 1, 0.75], [0, 0, 0])],
];

/** Each photograph is edited in one of the ways. */
function photosOf(edit: (source: Sharp) => Sharp): readonly string[] {
  const place = globalEdits.findIndex(([, other]) => other === edit);
  return photos.filter((_, index) => index % globalEdits.length === place);
}

/** Soft hills of different colours with some texture. */
function scene(): Uint8Array {
  const data = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 3) {
      const hill = Math.sin(x / 47) + Math.sin(y / 31 + x / 90) + 0.4 * Math.sin((x * y) / 900);
      data[at] = 128 + 40 * hill;
      data[at + 1] = 110 + 45 * hill;
      data[at + 2] = 150 - 30 * hill;
    }
  }
  return data;
}

/** A ship far out on a smooth sea under a smooth sky. */
function ship(): Uint8Array {
  const data = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 3) {
      const isShip =
        Math.abs(x - 0.62 * size.width) < 0.1 * size.width &&
        Math.abs(y - 0.55 * size.height) < 0.08 * size.height;
      data.fill(isShip ? 30 : 90 + (110 * y) / size.height, at, at + 3);
    }
  }
  return data;
}

function withDisc(data: Uint8Array): Uint8Array {
  for (let y = 180; y < 280; y++) {
    for (let x = 300; x < 400; x++) {
      if (Math.hypot(x - 350, y - 230) < 48)
        data.fill(20, (y * size.width + x) * 3, (y * size.width + x) * 3 + 3);
    }
  }
  return data;
}

/** Five bars side by side, much darker or much brighter than what they cover, none of the least area by itself. */
function withBars(data: Uint8Array): Uint8Array {
  for (let y = 200; y < 228; y++) {
    for (let x = 240; x < 408; x++) {
      const at = (y * size.width + x) * 3;
      if ((x - 240) % 36 < 24) data.fill((data[at] ?? 0) < 128 ? 235 : 20, at, at + 3);
    }
  }
  return data;
}

interface Patched {
  readonly result: CheckResult;
  /** Where the patch is, as the picture is displayed. */
  readonly patch: PixelBox;
}

function isAtPatch(location: FindingLocation | undefined, { x, y, width, height }: PixelBox): boolean {
  const box = location?.boundingBox;
  if (box === undefined) return false;
  const across = Math.min(box.x + box.width, x + width) - Math.max(box.x, x);
  const down = Math.min(box.y + box.height, y + height) - Math.max(box.y, y);
  return across > width / 4 && down > height / 4 && box.width * box.height < 4 * width * height;
}

async function pastePatch(original: Uint8Array): Promise<Patched | null> {
  const { width, height, orientation } = await sharp(original, { failOn: 'none' }).metadata();
  const side = Math.round(Math.min(width, height) / 5);
  const corner = { left: Math.round(width * 0.1), top: Math.round(height * 0.1), width: side, height: side };
  const patch = await sharp(original, { failOn: 'none' }).extract(corner).rotate(180).png().toBuffer();
  const place = { input: patch, left: Math.round(width * 0.45), top: Math.round(height * 0.5) };
  const pasted = await withKeptPreview(original, (source) => source.composite([place]));
  if (pasted === null) return null;
  const stored = { x: place.left, y: place.top, width: side, height: side };
  const patchBox = orientedBox(stored, { width, height }, toOrientation(orientation));
  return { result: await examine(pasted), patch: patchBox };
}

/** The photograph after an edit by a program that keeps its Exif data with the preview as they were. */
async function withKeptPreview(
  original: Uint8Array,
  edit: (source: Sharp) => Sharp,
): Promise<Uint8Array | null> {
  const parsed = parseJpeg(original);
  if (!parsed.ok || parsed.jpeg.exif === null) return null;
  const edited = await edit(sharp(original, { failOn: 'none' }))
    .jpeg({ quality: 88 })
    .toBuffer();
  const { offset, length } = parsed.jpeg.exif;
  const payload = Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    original.subarray(offset, offset + length),
  ]);
  return insertSegment(edited, payload);
}

async function examine(bytes: Uint8Array): Promise<CheckResult> {
  const pixels = async (): ReturnType<Subject['pixels']> => {
    const { data, info } = await sharp(bytes, { failOn: 'none' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  };
  const subject = createSubject({ bytes, path: '', mimeType: 'image/jpeg', enrichment: {}, claims: {} });
  return thumbnail.run({ ...subject, pixels }, new AbortController().signal);
}
