import { expect, it } from 'vitest';
import { catalog } from '../domain/pipeline/catalog.ts';
import { mostFiles, stageTimeLimitMs } from './stage-time-limit.ts';

it.each([
  [0, 60_000],
  [1, 60_000],
  [2, 66_000],
  [50, 354_000],
])('a stage over %i files may take its share of processor time for each', (files, limit) => {
  expect(stageTimeLimitMs(60_000, files)).toBe(limit);
});

it('no pipeline takes more files than a limit is made for', () => {
  const counts = catalog.flatMap(({ requiredFiles }) => requiredFiles.map(({ maxCount }) => maxCount));
  expect(Math.max(...counts)).toBe(mostFiles);
});
