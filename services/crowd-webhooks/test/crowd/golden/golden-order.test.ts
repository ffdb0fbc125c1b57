import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { distinctTasks, measureDeviation, simulateGolden } from './golden-simulation.ts';

let started: Started;
beforeAll(async () => {
  started = await start([]);
});
afterAll(() => started.stop());

/** `FAULTS=whole` makes 1,000 claims. */
const size =
  process.env['FAULTS'] === 'whole'
    ? { ordinary: 40, golden: 10, workers: 22 }
    : { ordinary: 12, golden: 3, workers: 8 };

it('index, id and order say nothing about golden tasks', async () => {
  const seen = await simulateGolden(started, { ...size, ratio: 0.25 });
  const golden = seen.filter(({ isGolden }) => isGolden).length;
  expect(golden / seen.length).toBeGreaterThan(0.1);
  const deviations = {
    index: measureDeviation(seen, ({ index }) => index),
    step: measureDeviation(seen, ({ step }) => Math.abs(step)),
    rank: measureDeviation(seen, ({ rank }) => rank),
    id: measureDeviation(distinctTasks(seen), ({ id }) => id),
  };
  // The number that workers saw before was highest for all golden tasks.
  expect(measureDeviation(seen, ({ variantIndex }) => variantIndex)).toBeGreaterThan(4);
  const revealing = Object.entries(deviations).filter(([, deviation]) => Math.abs(deviation) >= 4.5);
  expect(revealing).toEqual([]);
});
