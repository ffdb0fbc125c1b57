import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { distinctTasks, measureTell, simulateGolden } from './golden-simulation.ts';

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

it('golden tasks are told by neither index, id nor order', async () => {
  const seen = await simulateGolden(started, { ...size, ratio: 0.25 });
  const golden = seen.filter(({ isGolden }) => isGolden).length;
  expect(golden / seen.length).toBeGreaterThan(0.1);
  const tells = {
    index: measureTell(seen, ({ index }) => index),
    step: measureTell(seen, ({ step }) => Math.abs(step)),
    turn: measureTell(seen, ({ turn }) => turn),
    id: measureTell(distinctTasks(seen), ({ id }) => id),
  };
  // The number that workers saw until now told every golden task.
  expect(measureTell(seen, ({ variantIndex }) => variantIndex)).toBeGreaterThan(4);
  const told = Object.entries(tells).filter(([, tell]) => Math.abs(tell) >= 4.5);
  expect(told).toEqual([]);
});
