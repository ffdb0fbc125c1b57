import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRemovals, evaluateRemovals, shareRemoved } from './evaluate-removals.ts';
import type { Removals } from './evaluate-removals.ts';

let folder: string;
let removals: Removals;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photographs-'));
  const larger = join(folder, 'larger.png');
  await sharp(smallPhotograph()).rotate(180).resize(900).png().toFile(larger);
  removals = await evaluateRemovals([larger], { pages: 1, seed: 4_000 });
  console.log(describeRemovals(removals));
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

describe('the evaluation of removals', () => {
  it('removes no image with another content', () => {
    expect(shareRemoved(removals, false, 'before')).toBeGreaterThan(0);
    expect(shareRemoved(removals, false, 'after')).toBe(0);
  });

  it('still removes at least 95 % of the copies', () => {
    expect(shareRemoved(removals, true, 'after')).toBeGreaterThanOrEqual(0.95);
  });
});
