import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult, PixelImage, Subject } from '../../check/check.ts';
import { createSubject } from '../../run/run-checks.ts';
import { forgeCopyMove } from '../../../../evaluation/src/calibration/copy-move/forge.ts';
import { render } from '../../../../evaluation/src/calibration/measuring/rendered-scenes.ts';
import { check as copyMove } from './check.ts';
import copyMoveCalibration from './calibration-table.json' with { type: 'json' };
import { flaggedLlr } from '../../likelihood/flagged-ratio.ts';
import { smallestRegion } from './region-score.ts';
import { seededRandom } from './matching/seeded-random.ts';
import { clutter, copied, gradient, grid, page, size, tiles } from './synthetic-scenes.fixture.ts';

const photosFolder = resolve(import.meta.dirname, '../../../../../../shared/media/photos');
const photos = existsSync(photosFolder)
  ? readdirSync(photosFolder).filter((name) => name.endsWith('.jpg'))
  : [];
/** Two of its spots are alike. */
const sample = resolve(import.meta.dirname, '../../../../../deploy/local/sample/starfish.jpg');
const limitMs = 600_000;
/** Where a patch is taken from and put. */
const place = { from: [50, 60], to: [330, 250] } as const;

describe('copyMove', () => {
  const patched = copied(clutter(), { ...place, side: 120 });
  let found: CheckResult;
  let foundInJpeg: CheckResult;

  beforeAll(async () => {
    found = await examine(patched);
    foundInJpeg = await examine(await saved(patched, 75));
  });

  it('finds a patch of texture pasted elsewhere, and says where it was and is', () => {
    expect(found.llrManipulated).toBeGreaterThan(flaggedLlr);
    expect(placesOf(found).map(near)).toContainEqual(['110,120', '390,310'].sort());
    expect(found.artifacts.map(({ type }) => type)).toEqual(['heatmap', 'region']);
  });

  it.each([
    ['turned', { turn: 0.4, zoom: 1 }],
    ['scaled', { turn: 0, zoom: 1.2 }],
    ['turned and scaled', { turn: -0.3, zoom: 0.85 }],
  ])('finds a copy that was %s', async (_, how) => {
    const result = await examine(copied(clutter(), { ...place, side: 140, ...how }));
    expect(result.llrManipulated).toBeGreaterThan(flaggedLlr);
  });

  it('still finds a copy after saving as JPEG of quality 75', () => {
    expect(foundInJpeg.llrManipulated).toBeGreaterThan(flaggedLlr);
  });

  it.each([
    ['clutter without a copy', clutter],
    ['a grid of bars', grid],
    ['a wall of tiles', tiles],
    ['a page of text', page],
    ['a smooth gradient', gradient],
  ])('does not flag %s', async (_, scene) => {
    const results = [await examine(scene()), await examine(await saved(scene(), 80))];
    for (const { llrManipulated } of results) expect(llrManipulated).toBeLessThan(flaggedLlr);
  });

  it('shows the places of a patch that was pasted many times, and does not say that nothing was found', async () => {
    const targets = [
      [230, 40],
      [400, 60],
      [40, 220],
      [220, 260],
      [400, 280],
    ] as const;
    const pasted = targets.reduce((image, to) => copied(image, { from: [50, 60], to, side: 110 }), clutter());
    const result = await examine(await saved(pasted, 85));
    expect(result.llrManipulated).toBeGreaterThanOrEqual(0);
    expect(result.statement).not.toContain('No part of the picture');
    expect(result.locations?.length).toBeGreaterThan(1);
  });

  it('marks places that are too small to judge, and weighs them neither way', async () => {
    const image = await decoded(readFileSync(sample));
    const result = await copyMove.run(subjectOf(image), new AbortController().signal);
    expect(result.statement).toContain('smaller than 0.3 % of the image');
    expect(result.llrManipulated).toBe(0);
    expect(result.locations).toHaveLength(2);
  });

  it('says of windows that many places repeat, which speaks neither for nor against the file', async () => {
    const result = await examine(
      await saved(await reduced(await render({ kind: 'windows', seed: 9001 }), 800), 85),
    );
    expect(result.statement).toContain('Many places of the image repeat');
    expect(result.llrManipulated).toBe(0);
    expect(result.locations?.length).toBeGreaterThan(0);
  });

  it.each(['grey lettering', 'lettering on a screen', 'ironwork', 'windows'])(
    'does not point at %s seen at an angle',
    async (kind) => {
      const { llrManipulated } = await examine(
        await saved(await reduced(await render({ kind, seed: 9001 }), 800), 85),
      );
      expect(llrManipulated).toBeLessThan(flaggedLlr);
    },
  );

  it('finds a copy in a picture of 70,000 pixels', async () => {
    const large = copied(clutter(), { ...place, side: 170 });
    const { llrManipulated } = await examine(await reduced(large, 300));
    expect(llrManipulated).toBeGreaterThan(flaggedLlr);
  });

  it('draws nothing when it found nothing, and says of how much of the picture that holds', async () => {
    const { artifacts, statement } = await examine(clutter());
    expect(artifacts).toEqual([]);
    expect(statement).toMatch(/^No part of the picture .* about \d+ % of it/u);
  });

  it('gives the similarity as it was measured, and how often innocent scenes reach as much', () => {
    const { statement, facts } = foundInJpeg;
    const [best] = facts['regions'] as unknown as { similarity: number }[];
    const said = Number(/similarity of (0\.\d\d)/u.exec(statement)?.[1]);
    expect(said).toBeLessThanOrEqual(best?.similarity ?? 0);
    expect(said).toBeGreaterThan((best?.similarity ?? 1) - 0.01);
    expect(statement).toMatch(/\d+ of \d+ innocent scenes did so too/u);
    expect(statement).not.toContain('every detail');
  });

  it('reports no area below the smallest it says it can judge', async () => {
    const { facts } = await examine(copied(clutter(), { ...place, side: 27 }));
    const areas = (facts['regions'] as unknown as { areaPixels: number }[]).map(
      ({ areaPixels }) => areaPixels,
    );
    for (const area of areas)
      expect(area).toBeGreaterThanOrEqual(smallestRegion.share * size.width * size.height);
  });

  it('rests on independent scenes and never weighs more than they allow', () => {
    expect(found.calibration).toEqual(copyMoveCalibration.measured);
    expect(found.llrManipulated).toBeLessThan(Math.log10(copyMoveCalibration.measured.innocentScenes / 3));
  });

  it('answers the same on every repeat', async () => {
    const again = await examine(patched);
    expect(again.facts).toEqual(found.facts);
    expect(Buffer.from(again.artifacts[0]?.bytes ?? [])).toEqual(
      Buffer.from(found.artifacts[0]?.bytes ?? []),
    );
  });

  it('is not applicable to a picture too small to judge', async () => {
    const small = { width: 160, height: 150, data: new Uint8Array(160 * 150 * 3) };
    expect((await examine(small)).applicability.applicable).toBe(false);
  });

  it('stops when it is told to', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(copyMove.run(subjectOf(clutter()), stopped)).rejects.toThrow('stopped');
  });

  it.skipIf(photos.length === 0)(
    'points at none of a sample of genuine photographs, and at six in ten forgeries of them or more',
    async () => {
      const sample = photos.filter((_, i) => i % 7 === 2);
      const genuine = [];
      const forged = [];
      for (const [i, name] of sample.entries()) {
        const image = await decoded(readFileSync(join(photosFolder, name)));
        genuine.push(await examine(image));
        const forgery = forgeCopyMove(image, seededRandom(77 + i));
        if (forgery !== null) forged.push(await examine(await saved(forgery.image, 85)));
      }
      const flagged = (results: CheckResult[]): number =>
        results.filter(({ llrManipulated }) => llrManipulated >= flaggedLlr).length;
      expect(flagged(genuine)).toBe(0);
      expect(flagged(forged) / forged.length).toBeGreaterThanOrEqual(0.6);
    },
    limitMs,
  );
});

/** Both centres of every region found, as `x,y` rounded to what a test may expect. */
function placesOf(result: CheckResult): { from: number[]; to: number[] }[] {
  return result.facts['regions'] as unknown as { from: number[]; to: number[] }[];
}

function near({ from, to }: { from: number[]; to: number[] }): string[] {
  const known = [
    [110, 120],
    [390, 310],
  ];
  const snap = (place: number[]): string =>
    known
      .filter(([x = 0, y = 0]) => Math.hypot(x - (place[0] ?? 0), y - (place[1] ?? 0)) < 25)
      .map((point) => point.join(','))[0] ?? 'elsewhere';
  return [snap(from), snap(to)].sort();
}

async function saved({ data, width, height }: PixelImage, quality: number): Promise<PixelImage> {
  return decoded(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer(),
  );
}

async function reduced({ data, width, height }: PixelImage, to: number): Promise<PixelImage> {
  return decoded(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .resize({ width: to })
      .png()
      .toBuffer(),
  );
}

async function decoded(bytes: Uint8Array): Promise<PixelImage> {
  const { data, info } = await sharp(bytes, { failOn: 'none' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function subjectOf(image: PixelImage): Subject {
  const pixels = (): Promise<PixelImage> => Promise.resolve(image);
  const file = { bytes: new Uint8Array(), path: '', mimeType: 'image/png', enrichment: {}, claims: {} };
  return { ...createSubject(file), pixels };
}

function examine(image: PixelImage): Promise<CheckResult> {
  return copyMove.run(subjectOf(image), new AbortController().signal);
}
