import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateRemovals } from './evaluate-removals.ts';
import { describeRemovals, measureShare } from './removal-counts.ts';
import type { Removals } from './removal-counts.ts';

let folder: string;
let removals: Removals;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photographs-'));
  const larger = join(folder, 'larger.png');
  await sharp(smallPhotograph()).rotate(180).resize(900).png().toFile(larger);
  removals = await evaluateRemovals([larger], { pages: 1, seed: 4_000 });
  console.log(describeRemovals(removals));
}, 300_000);

afterAll(() => rm(folder, { recursive: true }));

describe('the evaluation of removals', () => {
  it('removes no image with another content', () => {
    expect(measureShare(removals, 'different', 'before')).toBeGreaterThan(0);
    expect(measureShare(removals, 'different', 'after')).toBe(0);
  });

  it('removes none with removeChangedCopies either', () => {
    // A frame that is cut at its edges is a cropped copy.
    const kinds = Object.entries(removals).filter(
      ([kind, { relation }]) => relation === 'different' && !/^(?:burst|crop)/u.test(kind),
    );
    expect(kinds.filter(([, { onRequest }]) => onRequest > 0)).toEqual([]);
  });

  it('lists at least 80 % of the changed copies and removes none of them', () => {
    expect(measureShare(removals, 'changed', 'listed')).toBeGreaterThanOrEqual(0.8);
    expect(measureShare(removals, 'changed', 'after')).toBe(0);
  });

  it('still removes at least 95 % of the copies', () => {
    expect(measureShare(removals, 'copy', 'after')).toBeGreaterThanOrEqual(0.95);
  });
});
