import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { removeArea } from '../../../../evaluation/src/verdicts/pictures/forgeries.ts';
import { fromRgb } from '../../../../evaluation/src/calibration/measuring/rgb-image.ts';
import type { CheckResult, PixelImage } from '../../check/check.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { clutter, grid, page, tiles } from '../copy-move/synthetic-scenes.fixture.ts';
import { seededRandom } from '../copy-move/matching/seeded-random.ts';
import { check as fillSmoothness } from './check.ts';

const flagged = Math.log10(5);
/** The side of the square that `withSquare` paints, and where its middle is. */
const square = { x: 290, y: 220, side: 80 } as const;

describe('fillSmoothness', () => {
  it.each([85, 90, 95])(
    'finds an area grown shut from its edges, saved at quality %i, and where',
    async (quality) => {
      const forgery = removeArea(clutter(), seededRandom(quality));
      if (forgery === null) throw new Error('there is a place for it');
      const result = await examine(fromRgb(forgery.image).jpeg({ quality }));
      expect(result.llrManipulated).toBeGreaterThanOrEqual(flagged);
      expect(result.statement).toMatch(
        /^An area, (about \d+|less than 1) % of the picture, has the colours of what is around it/,
      );
      expect(await shareChanged(result, forgery.mask)).toBeGreaterThan(0.8);
    },
  );

  it('shows the place as the picture is shown', async () => {
    const forgery = removeArea(clutter(), seededRandom(3));
    if (forgery === null) throw new Error('there is a place for it');
    const upright = await examine(fromRgb(forgery.image).jpeg({ quality: 92 }));
    const turned = await examine(
      fromRgb(forgery.image).jpeg({ quality: 92 }).withMetadata({ orientation: 6 }),
    );
    const [mask, turnedMask] = [upright, turned].map(({ artifacts }) =>
      artifacts.find(({ type }) => type === 'region'),
    );
    const shown = await sharp(mask?.bytes).rotate(90).raw().toBuffer();
    expect([turnedMask?.width, turnedMask?.height]).toEqual([mask?.height, mask?.width]);
    expect(shown.equals(await sharp(turnedMask?.bytes).raw().toBuffer())).toBe(true);
  });

  it.each([
    ['clutter', clutter],
    ['a grid of bars', grid],
    ['a wall of tiles', tiles],
    ['a page of text', page],
  ])('points at nothing in %s, however it was saved', async (_, scene) => {
    for (const file of [
      fromRgb(scene()).jpeg({ quality: 80 }),
      fromRgb(scene()).jpeg({ quality: 95 }),
      fromRgb(scene()).png(),
      fromRgb(scene()).extend({ top: 60, bottom: 40, background: '#202124' }).png(),
    ]) {
      const { llrManipulated, artifacts } = await examine(file);
      expect(llrManipulated).toBeLessThan(flagged);
      expect(artifacts).toEqual([]);
    }
  });

  it.each([
    ['a smooth thing with the grain of the sensor', 4, 200],
    ['a plain caption', 0, 90],
    ['a clipped lamp', 0, 255],
    ['a black hole', 0, 0],
  ])('does not point at %s', async (_, grain, level) => {
    const { llrManipulated } = await examine(fromRgb(withSquare(grain, level)).jpeg({ quality: 92 }));
    expect(llrManipulated).toBeLessThan(flagged);
  });

  it('does not find an area over which texture was copied, and says so', async () => {
    const healed = fromRgb(clutter())
      .clone()
      .composite([{ input: await texturePatch(), left: square.x, top: square.y }]);
    const { llrManipulated, limits, searchesFor, mayNotice } = await examine(healed.jpeg({ quality: 92 }));
    expect(llrManipulated).toBeLessThan(flagged);
    expect(limits.join(' ')).toContain('Tools that copy or invent texture');
    expect([searchesFor, mayNotice]).toEqual([['removed-area'], ['retouched-area']]);
  });

  it('does not judge what was compressed too strongly, and what is too small', async () => {
    const picture = fromRgb(clutter());
    const results = [
      await examine(picture.clone().jpeg({ quality: 70 })),
      await examine(picture.clone().webp(), 'image/webp'),
      await examine(picture.clone().resize(200).jpeg({ quality: 92 })),
    ];
    expect(results.map(({ applicability }) => applicability.applicable)).toEqual([false, false, false]);
  });
});

async function examine(picture: Sharp, mimeType?: string): Promise<CheckResult> {
  const { data: bytes, info } = await picture.toBuffer({ resolveWithObject: true });
  const subject = createSubject({
    bytes,
    path: '',
    mimeType: mimeType ?? `image/${info.format}`,
    enrichment: {},
    claims: {},
  });
  const pixels = async (): Promise<PixelImage> => {
    const { data, info: size } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    return { width: size.width, height: size.height, data };
  };
  return runCheck(fillSmoothness, { ...subject, pixels }, new AbortController().signal);
}

/** Clutter with a square of one level in it, with noise of about this many grey levels. */
function withSquare(grain: number, level: number): PixelImage {
  const image = clutter();
  const random = seededRandom(9);
  const data = Uint8Array.from(image.data);
  for (let y = square.y; y < square.y + square.side; y++) {
    for (let x = square.x; x < square.x + square.side; x++) {
      const at = (y * image.width + x) * 3;
      data.fill(Math.max(0, Math.min(255, level + grain * (random() + random() - 1))), at, at + 3);
    }
  }
  return { ...image, data };
}

/** What a healing tool would take from beside. */
function texturePatch(): Promise<Buffer> {
  const { side, x, y } = square;
  return fromRgb(clutter())
    .extract({ left: x - 2 * side, top: y, width: side, height: side })
    .png()
    .toBuffer();
}

async function shareChanged({ artifacts }: CheckResult, mask: Uint8Array): Promise<number> {
  const region = artifacts.find(({ type }) => type === 'region');
  const marked = await sharp(region?.bytes).greyscale().raw().toBuffer();
  const inside = [...marked.keys()].filter((pixel) => (marked[pixel] ?? 0) > 128);
  return inside.filter((pixel) => mask[pixel] === 1).length / inside.length;
}
