import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import { savedAsJpeg, fromRgb } from '../../../../evaluation/src/calibration/measuring/rgb-image.ts';
import type { PixelImage } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { seededRandom } from '../copy-move/matching/seeded-random.ts';
import { clutter, grid, page, size, tiles } from '../copy-move/synthetic-scenes.fixture.ts';
import { check as doubleQuantization, measureArea } from './check.ts';
import type { EarlierArea } from './earlier-area.ts';

const area = { left: 264, top: 200, side: 112 };

describe('doubleQuantization', () => {
  it.each([
    ['60', 60, 85],
    ['70', 70, 90],
    ['80', 80, 95],
  ])('finds an area that came from a JPEG of quality %s, and where', async (_, donorQuality, quality) => {
    const found = await measured(pasted(await savedAsJpeg(clutter(), donorQuality), [3, 5]), quality);
    expect(found.score).toBeGreaterThan(8);
    expect(found.origin).toEqual({ x: 3, y: 5 });
    expect(Math.abs(found.quality - donorQuality)).toBeLessThan(4);
    expect(shareInArea(found)).toBeGreaterThan(0.7);
  });

  it('shows and draws the area, and leaves the verdict open', async () => {
    const bytes = await fromRgb(pasted(await savedAsJpeg(clutter(), 70), [3, 5]))
      .jpeg({ quality: 90 })
      .toBuffer();
    const result = await runOn(bytes, 'image/jpeg');
    const { llrManipulated, artifacts, statement, calibration, locations } = result;
    const { x = 0, y = 0, width = 0, height = 0 } = locations?.[0]?.boundingBox ?? {};
    const edges = [x - area.left, y - area.top, x + width - area.left - area.side];
    expect([...edges, y + height - area.top - area.side].every((off) => Math.abs(off) <= 48)).toBe(true);
    expect(llrManipulated).toBeGreaterThanOrEqual(flaggedLlr);
    expect(llrManipulated).toBeLessThan(Math.log10(6));
    expect(calibration).toMatchObject({
      innocentScenes: 338,
      falseAlarms: 0,
      others: { alteredScenes: 26, found: 1 },
    });
    expect(artifacts.map(({ type, width, height }) => [type, width, height])).toEqual([
      ['heatmap', size.width, size.height],
      ['region', size.width, size.height],
    ]);
    expect(statement).toMatch(/^An area, about \d+ % of the picture, had been compressed before/u);
  });

  it.each([
    ['clutter', clutter],
    ['a grid of bars', grid],
    ['a wall of tiles', tiles],
    ['a page of text', page],
  ])('finds nothing in %s, saved once or twice', async (_, scene) => {
    const once = await measured(scene(), 90);
    const twice = await measured(await savedAsJpeg(scene(), 75), 90);
    expect(once.score).toBeLessThan(6.5);
    expect(twice.score).toBeLessThan(6.5);
  });

  it('finds nothing where the rest shows the same grid faintly, as after a crop and noise', async () => {
    const random = seededRandom(5);
    const image = shiftedBy(await savedAsJpeg(clutter(), 70), 13, 9);
    const data = image.data.map((value, i) => {
      const x = Math.floor(i / 3) % image.width;
      const y = Math.floor(i / 3 / image.width);
      const isInside =
        x >= area.left && x < area.left + area.side && y >= area.top && y < area.top + area.side;
      return isInside ? value : Math.max(0, Math.min(255, value + 16 * (random() - 0.5)));
    });
    const { score } = await measured({ ...image, data }, 90);
    expect(score).toBeLessThan(6.5);
  });

  it('says of an image that was cropped between two saves that all of it has the earlier grid', async () => {
    const cropped = fromRgb(await savedAsJpeg(clutter(), 60)).extract({
      left: 13,
      top: 9,
      width: 584,
      height: 448,
    });
    const bytes = await cropped.jpeg({ quality: 90 }).toBuffer();
    const { llrManipulated, statement, artifacts } = await runOn(bytes, 'image/jpeg');
    expect(llrManipulated).toBeLessThanOrEqual(0);
    expect(statement).toContain(
      'The whole picture had been compressed before on a grid that begins 3 pixels',
    );
    expect(artifacts).toEqual([]);
  });

  it('does not judge what tells nothing of its last save, or was saved too strongly', async () => {
    const plain = fromRgb(clutter());
    const png = await runOn(await plain.clone().png().toBuffer(), 'image/png');
    const strong = await runOn(await plain.clone().jpeg({ quality: 70 }).toBuffer(), 'image/jpeg');
    const small = await runOn(await plain.clone().resize(200).jpeg().toBuffer(), 'image/jpeg');
    expect([png, strong, small].map(({ applicability }) => applicability.applicable)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

/** A scene that was never saved, with an area of another image whose blocks begin at the origin given. */
function pasted(donor: PixelImage, [x, y]: readonly [number, number]): PixelImage {
  const image = tiles();
  const data = Uint8Array.from(image.data);
  const { left, top, side } = area;
  for (let row = 0; row < side; row++) {
    const from = ((top - y + row) * image.width + left - x) * 3;
    data.set(donor.data.subarray(from, from + side * 3), ((top + row) * image.width + left) * 3);
  }
  return { ...image, data };
}

/** The image without so many columns and rows at its left and upper edge. */
function shiftedBy({ width, height, data }: PixelImage, left: number, top: number): PixelImage {
  const size = { width: width - left, height: height - top };
  const rows = Array.from({ length: size.height }, (_, y) => {
    const from = ((top + y) * width + left) * 3;
    return data.subarray(from, from + size.width * 3);
  });
  return { ...size, data: Uint8Array.from(rows.flatMap((row) => [...row])) };
}

async function measured(image: PixelImage, quality: number): Promise<EarlierArea> {
  const bytes = await fromRgb(image).jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const found = measureArea({ bytes }, { width: info.width, height: info.height, data });
  if (found === null) throw new Error('the image was not measured');
  return found;
}

function shareInArea({ place }: EarlierArea): number {
  const { left, top, side } = area;
  let marked = 0;
  let right = 0;
  place.data.forEach((inside, i) => {
    if (inside === 0) return;
    const x = (i % place.width) * 8 + 4;
    const y = Math.floor(i / place.width) * 8 + 4;
    marked++;
    if (x > left && x < left + side && y > top && y < top + side) right++;
  });
  return right / marked;
}

async function runOn(bytes: Uint8Array, mimeType: string) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const subject = createSubject({ bytes, path: '/nowhere', mimeType, enrichment: {}, claims: {} });
  const decoded = {
    ...subject,
    pixels: () => Promise.resolve({ width: info.width, height: info.height, data }),
  };
  return runCheck(doubleQuantization, decoded, new AbortController().signal);
}
