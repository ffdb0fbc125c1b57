import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import { fromRgb, savedAsJpeg } from '../../../../evaluation/src/calibration/measuring/rgb-image.ts';
import type { CheckResult, PixelImage } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { clutter, page, size, tiles } from '../copy-move/synthetic-scenes.fixture.ts';
import { check as alignedQuantization, measureArea } from './check.ts';
import type { OnceCompressedArea } from './once-compressed-area.ts';

const area = { left: 264, top: 200, side: 112 };

describe('alignedQuantization', () => {
  it.each([
    ['inserted', (x: number) => x, tiles],
    ['darkened', (x: number) => 0.75 * x + 25, clutter],
  ])('finds an area %s between two saves, and where', async (_, change, from) => {
    for (const [earlier, last] of [
      [60, 85],
      [75, 92],
    ] as const) {
      const before = await savedAsJpeg(clutter(), earlier);
      const donor = from === clutter ? before : from();
      const found = await measured(changed(before, donor, change), last);
      expect(found?.score).toBeGreaterThan(0.6);
      expect(shareInArea(found)).toBeGreaterThan(0.7);
    }
  });

  it('points at the area and draws it, with a ratio that its scenes support', async () => {
    const bytes = await jpegOf(
      changed(await savedAsJpeg(clutter(), 70), tiles(), (x) => x),
      90,
    );
    const { llrManipulated, artifacts, statement, calibration } = await examine(bytes, 'image/jpeg');
    expect(llrManipulated).toBeGreaterThanOrEqual(flaggedLlr);
    expect(10 ** llrManipulated).toBeLessThan(20);
    expect(calibration).toMatchObject({
      innocentScenes: 109,
      falseAlarms: 1,
      others: { alteredScenes: 13, found: 7 },
    });
    expect(artifacts.map(({ type, width, height }) => [type, width, height])).toEqual([
      ['heatmap', size.width, size.height],
      ['region', size.width, size.height],
    ]);
    expect(statement).toMatch(/an area, about \d+ % of it, does not show that/u);
  });

  it.each([
    ['clutter', clutter],
    ['a wall of tiles', tiles],
    ['a page of text', page],
  ])('finds nothing in %s that was saved twice', async (_, scene) => {
    const found = await measured(await savedAsJpeg(scene(), 70), 90);
    expect(found?.score ?? 0).toBe(0);
  });

  it('says of a picture saved twice that no area differs, and shows nothing', async () => {
    const bytes = await jpegOf(await savedAsJpeg(clutter(), 70), 90);
    const { statement, artifacts, llrManipulated } = await examine(bytes, 'image/jpeg');
    expect(statement).toContain('The whole picture had been compressed before');
    expect(llrManipulated).toBeLessThanOrEqual(0);
    expect(artifacts).toEqual([]);
  });

  it('does not judge what was saved once, or was saved more strongly at last, or is no JPEG', async () => {
    const once = await examine(await jpegOf(clutter(), 90), 'image/jpeg');
    const stronger = await examine(await jpegOf(await savedAsJpeg(clutter(), 95), 70), 'image/jpeg');
    const png = await examine(await fromRgb(clutter()).png().toBuffer(), 'image/png');
    expect([once, stronger, png].map(({ applicability }) => applicability.applicable)).toEqual([
      false,
      false,
      false,
    ]);
    expect(once.statement).toBe(
      'Not checked: the picture does not show that all of it was compressed before, more strongly than at last.',
    );
  });
});

/** The picture with the area taken from another one, each value changed. */
function changed(image: PixelImage, donor: PixelImage, change: (value: number) => number): PixelImage {
  const data = Uint8Array.from(image.data);
  const { left, top, side } = area;
  for (let row = top; row < top + side; row++) {
    for (let at = (row * image.width + left) * 3; at < (row * image.width + left + side) * 3; at++)
      data[at] = Math.max(0, Math.min(255, Math.round(change(donor.data[at] ?? 0))));
  }
  return { ...image, data };
}

function jpegOf(image: PixelImage, quality: number): Promise<Buffer> {
  return fromRgb(image).jpeg({ quality }).toBuffer();
}

async function decoded(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function measured(image: PixelImage, quality: number): Promise<OnceCompressedArea | null> {
  const bytes = await jpegOf(image, quality);
  return measureArea({ bytes }, await decoded(bytes));
}

function shareInArea(found: OnceCompressedArea | null): number {
  const { left, top, side } = area;
  let marked = 0;
  let right = 0;
  found?.place.data.forEach((inside, i) => {
    if (inside === 0) return;
    const x = (i % found.place.width) * 8 + 4;
    const y = Math.floor(i / found.place.width) * 8 + 4;
    marked++;
    if (x > left && x < left + side && y > top && y < top + side) right++;
  });
  return right / marked;
}

async function examine(bytes: Uint8Array, mimeType: string): Promise<CheckResult> {
  const image = await decoded(bytes);
  const subject = createSubject({ bytes, path: '/nowhere', mimeType, enrichment: {}, claims: {} });
  const withPixels = { ...subject, pixels: () => Promise.resolve(image) };
  return runCheck(alignedQuantization, withPixels, new AbortController().signal);
}
