import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasSharedMedia, sharedMedia } from '../../test/shared-media.ts';
import { readFileSync } from 'node:fs';
import { estimateQuality, ijgTable } from './estimate-quality.ts';
import type { QuantizationTable } from './jpeg-structure.ts';
import { parseJpeg } from './parse-jpeg.ts';

function readTables(bytes: Uint8Array): readonly QuantizationTable[] {
  const result = parseJpeg(bytes);
  if (!result.ok) throw new Error(result.reason);
  return result.jpeg.quantizationTables;
}

/** Two tables of 64 steps each, in natural order, as read from a file. */
function toTables(steps: string): readonly QuantizationTable[] {
  const all = steps.trim().split(/\s+/).map(Number);
  return [0, 1].map((id) => ({ id, precision: 8, values: all.slice(64 * id, 64 * id + 64) }));
}

/** Photoshop CS5, quality 8 of 12. */
const photoshop8 = `
  6 4 4 6 9 11 12 16 4 5 5 6 8 10 12 12 4 5 5 6 10 12 12 12 6 6 6 11 12 12 12 12
  9 8 10 12 12 12 12 12 11 10 12 12 12 12 12 12 12 12 12 12 12 12 12 12 16 12 12 12 12 12 12 12
  7 7 13 24 20 20 17 17 7 12 16 14 14 12 12 12 13 16 14 14 12 12 12 12 24 14 14 12 12 12 12 12
  20 14 12 12 12 12 12 12 20 12 12 12 12 12 12 12 17 12 12 12 12 12 12 12 17 12 12 12 12 12 12 12`;
/** Lightroom Classic at two of its settings. */
const lightroomCoarse = `
  10 7 7 10 15 18 20 17 7 8 8 10 13 16 12 12 7 8 8 10 16 12 12 12 10 10 10 18 12 12 12 12
  15 13 16 12 12 12 12 12 18 16 12 12 12 12 12 12 20 12 12 12 12 12 12 12 17 12 12 12 12 12 12 12
  11 12 21 34 20 20 17 17 12 19 24 14 14 12 12 12 21 24 14 14 12 12 12 12 34 14 14 12 12 12 12 12
  20 14 12 12 12 12 12 12 20 12 12 12 12 12 12 12 17 12 12 12 12 12 12 12 17 12 12 12 12 12 12 12`;
const lightroomFine = `
  4 3 3 4 6 7 8 10 3 3 3 4 5 6 8 10 3 3 3 4 6 9 12 12 4 4 4 7 9 12 12 12
  6 5 6 9 12 12 12 12 7 6 9 12 12 12 12 12 8 8 12 12 12 12 12 12 10 10 12 12 12 12 12 12
  4 5 8 15 20 20 17 17 5 7 10 14 14 12 12 12 8 10 14 14 12 12 12 12 15 14 14 12 12 12 12 12
  20 14 12 12 12 12 12 12 20 12 12 12 12 12 12 12 17 12 12 12 12 12 12 12 17 12 12 12 12 12 12 12`;
const canonA40 = `
  1 1 1 2 3 6 8 10 1 1 2 3 4 8 9 8 2 2 2 3 6 8 10 8 2 2 3 4 7 12 11 9
  3 3 8 11 10 16 15 11 3 5 8 10 12 15 16 13 7 10 11 12 15 17 17 14 14 13 13 15 15 14 14 14
  4 4 5 9 15 26 26 26 4 4 5 10 19 26 26 26 5 5 8 9 26 26 26 26 9 10 9 13 26 26 26 26
  15 19 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26 26`;
const iphone6 = `
  2 2 2 3 5 6 8 10 2 2 2 3 5 6 8 10 2 2 3 5 6 8 10 12 3 3 5 6 8 10 12 14
  5 5 6 8 10 12 14 15 6 6 8 10 12 14 15 15 8 8 10 12 14 15 15 15 10 10 12 14 15 15 15 15
  2 2 4 7 16 16 16 16 2 4 4 11 16 16 16 16 4 4 9 16 16 16 16 16 7 11 16 16 16 16 16 16
  16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16`;

describe('estimateQuality', () => {
  it.each([1, 10, 49, 50, 51, 75, 90, 95, 99, 100])(
    'recognizes libjpeg quality %i exactly',
    async (quality) => {
      const file = sharp({ create: { width: 64, height: 64, channels: 3, background: '#a62' } });
      const tables = readTables(await file.jpeg({ quality }).toBuffer());
      expect(estimateQuality(tables)).toEqual({ quality, exact: true });
    },
  );

  it('recognizes every libjpeg quality by its tables', () => {
    for (let quality = 1; quality <= 100; quality += 1) {
      const tables = ([0, 1] as const).map((id) => ({
        id,
        precision: 8 as const,
        values: ijgTable(id, quality),
      }));
      expect(estimateQuality(tables)).toEqual({ quality, exact: true });
    }
  });

  it.each([
    ['Photoshop at 8 of 12', photoshop8, 80],
    ['Lightroom, coarse', lightroomCoarse, 67],
    ['Lightroom, fine', lightroomFine, 86],
    ['a Canon PowerShot A40', canonA40, 90],
    ['an iPhone 6', iphone6, 92],
  ])('estimates the tables of %s by their low frequencies', (_name, steps, quality) => {
    expect(estimateQuality(toTables(steps))).toEqual({ quality, exact: false });
  });

  it.skipIf(!hasSharedMedia)('estimates files of Lightroom as coarse as their low frequencies are', () => {
    const read = (name: string): number | undefined =>
      estimateQuality(readTables(readFileSync(sharedMedia('innocent', name))))?.quality;
    expect(read('flightlessphotos__flightlessphotos.githu_001.jpg')).toBe(67);
    expect(read('flightlessphotos__flightlessphotos.githu_005.jpg')).toBe(86);
  });

  it('estimates the nearest quality for tables that no quality makes', () => {
    const values = ijgTable(0, 80).map((step) => step + 1);
    const estimate = estimateQuality([{ id: 0, precision: 8, values }]);
    expect(estimate?.exact).toBe(false);
    expect(Math.abs((estimate?.quality ?? 0) - 80)).toBeLessThanOrEqual(5);
  });

  it('returns null without a luminance table', () => {
    expect(estimateQuality([])).toBeNull();
  });
});
