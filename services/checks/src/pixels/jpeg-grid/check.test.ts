import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { insertArea } from '../../../../evaluation/src/verdicts/pictures/forgeries.ts';
import type { Forgery } from '../../../../evaluation/src/verdicts/pictures/forgeries.ts';
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import {
  decodeRgb,
  fromRgb,
  savedAsJpeg,
} from '../../../../evaluation/src/calibration/measuring/rgb-image.ts';
import type { CheckResult, PixelImage } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { clutter, grid, page, size, tiles } from '../copy-move/synthetic-scenes.fixture.ts';
import { seededRandom } from '../copy-move/matching/seeded-random.ts';
import { check as jpegGrid, measureGrids } from './check.ts';

const scenes = [
  ['clutter', clutter],
  ['a grid of bars', grid],
  ['a wall of tiles', tiles],
  ['a page of text', page],
] as const;

describe('jpegGrid', () => {
  it.each([60, 75, 90])('finds an area inserted from a JPEG of quality %i, and where', async (quality) => {
    const host = await savedAsJpeg(clutter(), 85);
    const random = seededRandom(300 + quality);
    await expectPointedAt(await insertArea(host, tiles(), { random, donorQuality: quality }));
  });

  it('tells on which blocks an area from another JPEG lies, and draws it', async () => {
    const image = pasted(await savedAsJpeg(tiles(), 85), await savedAsJpeg(clutter(), 70));
    const { statement, facts, artifacts, calibration } = await examine(fromRgb(image).png(), 'image/png');
    expect(facts).toMatchObject({ origin: { x: 0, y: 0 }, areaOrigin: { x: 5, y: 3 } });
    expect(statement).toMatch(
      /^The picture was once a JPEG, and an area, about \d % of it, was one whose blocks/u,
    );
    expect(calibration?.innocentScenes).toBeGreaterThan(30);
    expect(artifacts.map(({ type, width, height }) => [type, width, height])).toEqual([
      ['heatmap', size.width, size.height],
      ['region', size.width, size.height],
    ]);
  });

  it('finds an area of a JPEG in a picture that was none, and looks for nothing else there', async () => {
    const image = pasted(clutter(), await savedAsJpeg(tiles(), 70));
    const { statement, facts, searchesFor } = await examine(fromRgb(image).png(), 'image/png');
    expect(facts).toMatchObject({ origin: null, areaOrigin: { x: 5, y: 3 } });
    expect(statement).toMatch(/^The picture does not show that it was a JPEG, and an area/u);
    expect(searchesFor).toEqual(['inserted-area']);
  });

  it('does not point at a photograph on a page of text', async () => {
    const photograph = fromRgb(await savedAsJpeg(clutter(), 80)).extract({
      left: 0,
      top: 0,
      width: 340,
      height: 270,
    });
    const screen = fromRgb(page()).composite([
      { input: await photograph.png().toBuffer(), left: 131, top: 67 },
    ]);
    const { llrManipulated, artifacts } = await examine(screen.png(), 'image/png');
    expect(llrManipulated).toBeLessThan(flaggedLlr);
    expect(artifacts).toEqual([]);
  });

  it.each(scenes)('points at nothing in %s, whatever was done to the whole of it', async (_, scene) => {
    const compressed = fromRgb(await savedAsJpeg(scene(), 80));
    const smaller = compressed.clone().extract({ left: 13, top: 9, width: 530, height: 400 });
    for (const file of [
      compressed.clone().png(),
      smaller.clone().png(),
      fromRgb(await savedAsJpeg(await decodeRgb(smaller.clone()), 92)).png(),
      compressed.clone().linear(1.1, 4).png(),
      compressed.clone().sharpen({ sigma: 1 }).png(),
      compressed.clone().resize(470).png(),
      fromRgb(scene()).png(),
      fromRgb(await decodeRgb(sharp(await compressed.clone().webp().toBuffer()))).png(),
      compressed.clone().extend({ top: 60, bottom: 40, background: '#202124' }).png(),
    ]) {
      const { llrManipulated, artifacts } = await examine(file, 'image/png');
      expect(llrManipulated).toBeLessThan(flaggedLlr);
      expect(artifacts).toEqual([]);
    }
  });

  it('finds the grid of a picture that was cropped', async () => {
    const cropped = fromRgb(await savedAsJpeg(clutter(), 85)).extract({
      left: 13,
      top: 9,
      width: 530,
      height: 400,
    });
    expect(measureGrids(await decodeRgb(cropped))?.origin).toEqual({ x: 3, y: 7 });
  });

  it('does not judge what the last save put blocks over, what tells too little, and what is small', async () => {
    const compressed = fromRgb(await savedAsJpeg(clutter(), 85));
    const files = [
      await examine(compressed.clone().jpeg(), 'image/jpeg'),
      await examine(compressed.clone().sharpen({ sigma: 2 }).png(), 'image/png'),
      await examine(fromRgb(page()).png(), 'image/png'),
      await examine(
        compressed.clone().extract({ left: 0, top: 0, width: 240, height: 240 }).png(),
        'image/png',
      ),
    ];
    expect(files.map(({ applicability }) => applicability.applicable)).toEqual(files.map(() => false));
  });
});

async function expectPointedAt(forgery: Forgery | null): Promise<void> {
  if (forgery === null) throw new Error('there is a place for it');
  const { llrManipulated, artifacts } = await examine(fromRgb(forgery.image).png(), 'image/png');
  expect(llrManipulated).toBeGreaterThanOrEqual(flaggedLlr);
  const region = artifacts.find(({ type }) => type === 'region');
  const marked = await sharp(region?.bytes).extractChannel(0).raw().toBuffer();
  const inside = [...marked.keys()].filter((pixel) => marked[pixel] === 255);
  const right = inside.filter((pixel) => forgery.mask[pixel] === 1);
  expect(right.length / inside.length).toBeGreaterThan(0.7);
}

/** A disc of another picture, moved by 133 pixels to the right and 131 down: 5 and 3 beyond whole blocks. */
function pasted(host: PixelImage, donor: PixelImage): PixelImage {
  const data = Uint8Array.from(host.data);
  for (let y = 200; y < 340; y++) {
    for (let x = 260; x < 400; x++) {
      if (Math.hypot(x - 330, y - 270) > 70) continue;
      const from = ((y - 131) * donor.width + x - 133) * 3;
      data.set(donor.data.subarray(from, from + 3), (y * host.width + x) * 3);
    }
  }
  return { ...host, data };
}

async function examine(picture: Sharp, mimeType: string): Promise<CheckResult> {
  const bytes = await picture.toBuffer();
  const image = await decodeRgb(sharp(bytes));
  const subject = createSubject({ bytes, path: '/nowhere', mimeType, enrichment: {}, claims: {} });
  const decoded = { ...subject, pixels: () => Promise.resolve(image) };
  return runCheck(jpegGrid, decoded, new AbortController().signal);
}
