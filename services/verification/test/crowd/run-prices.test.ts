import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultCrowdOptions } from '../../src/domain/pipeline/crowd-options.ts';
import { closedJobIndexes } from '../../src/store/runs/closed-jobs.ts';
import { runPriceIndexes } from '../../src/store/runs/run-prices.ts';
import { createRunStore } from '../../src/store/runs/run-store.ts';
import { newImageRun, openRunCollection } from '../run-collection.ts';
import type { OpenedRunCollection } from '../run-collection.ts';

let opened: OpenedRunCollection;
beforeAll(async () => {
  opened = await openRunCollection(...runPriceIndexes, ...closedJobIndexes);
});
afterAll(() => opened.close());

it('lists the last completed runs with paid answers of one version, of all organizations, by an index', async () => {
  const { runs, runPrices, closedJobs } = createRunStore(opened.db, { notify: () => undefined });
  const insert = async (change: object): Promise<void> => {
    const run = newImageRun({ crowd: defaultCrowdOptions });
    await runs.insertUnpaid(run);
    const of = { pipelineSlug: 'p', pipelineVersion: '2', status: 'completed', chargeState: 'held' } as const;
    await opened.documents.updateOne({ _id: run.id }, { $set: { ...of, ...change } });
  };
  for (let day = 1; day <= 4; day += 1) {
    const completedAt = new Date(day * 86_400_000);
    await insert({ completedAt, costCents: day, organizationId: newId() });
  }
  await insert({ pipelineVersion: '1' });
  await insert({ status: 'failed' });
  await insert({ crowd: { ...defaultCrowdOptions, unpaid: true } });
  await insert({ crowd: null });
  const listed = await runPrices.listLast({ pipelineSlug: 'p', pipelineVersion: '2' }, 3);
  expect(listed.map(({ costCents }) => costCents)).toEqual([4, 3, 2]);
  expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(['costCents', 'organizationId']);
  for await (const event of closedJobs.listEvents(new Date(0))) expect(event).toBeUndefined();
  expect(await opened.uncovered()).toEqual([]);
});
