import { newId } from '@assay/chassis/ids';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { openObservedDatabase } from '@assay/test-kit/set-up/observed-database';
import type { ObservedDatabase } from '@assay/test-kit/set-up/observed-database';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Run, RunFilter, TakenRun } from '../../src/domain/run/run.ts';
import { runCollection, runIndexes } from '../../src/store/run-document.ts';
import { createRunStore } from '../../src/store/run-store.ts';
import type { RunStore } from '../../src/store/run-store.ts';

const now = new Date('2026-01-02T03:04:05Z');
const later = new Date(now.getTime() + 60_000);
let observed: ObservedDatabase;
let db: Db;
let runs: RunStore;

beforeAll(async () => {
  observed = await openObservedDatabase({ [runCollection]: runIndexes });
  ({ db } = observed);
  runs = createRunStore(db, { notify: () => undefined }, { slots: 100, perOrganization: 100 });
});

afterAll(() => observed.close());

function newRun(fields: Partial<Run> = {}): Run {
  return {
    id: newId(),
    organizationId: newId(),
    targetType: 'project_file',
    targetId: newId(),
    datasetId: undefined,
    versionId: undefined,
    projectId: newId(),
    mode: 'cleaning',
    pipelineSlug: 'text-standard',
    pipelineVersion: '1.0.0',
    isLanguageTechnology: true,
    status: 'pending',
    counts: undefined,
    error: undefined,
    createdBy: newId(),
    createdAt: now,
    items: [
      { fileId: newId(), status: 'pending' },
      { fileId: newId(), status: 'pending' },
    ],
    completedAt: undefined,
    ...fields,
  };
}

async function takeRun(run: Run): Promise<TakenRun> {
  for (;;) {
    const taken = await runs.queue.take(now);
    if (taken === undefined || taken === 'full') throw new Error('no run waits');
    runs.queue.freeSlot(taken);
    if (taken.id === run.id) return taken;
  }
}

const completed = { status: 'completed', counts: undefined, error: undefined } as const;
const canceled = { status: 'failed', counts: undefined, error: 'canceled' } as const;

it('finds a run for its organization alone', async () => {
  const run = await runs.request(newRun());
  expect((await runs.find(run.organizationId, run.id))?.id).toBe(run.id);
  expect(await runs.find(newId(), run.id)).toBeUndefined();
});

it('keeps the results of an attempt that was interrupted, for the worker that continues', async () => {
  const run = await runs.request(newRun());
  expect(await runs.request(run)).toEqual(run);
  const first = await takeRun(run);
  expect([first.run.status, first.run.startedAt]).toEqual(['running', now]);
  const item = { fileId: run.items[0]?.fileId ?? '', status: 'completed', result: { words: 2 } } as const;
  expect(await runs.saveItem(first, 0, item)).toBe(true);
  await runs.queue.release(first, now);
  const second = await takeRun(run);
  expect(second.run.items).toEqual([item, run.items[1]]);
  expect(await runs.finish(second, completed, later)).toBe(true);
  expect(await runs.find(run.organizationId, run.id)).toMatchObject({ ...completed, completedAt: later });
});

it('takes no result of a worker that has lost the run', async () => {
  const run = await runs.request(newRun());
  const first = await takeRun(run);
  const [listed] = (await runs.unfinished(() => Promise.resolve()).listOverdue('taken', later, 100)).filter(
    ({ id }) => id === run.id,
  );
  if (listed === undefined) throw new Error('the run is not overdue');
  await runs.unfinished(() => Promise.resolve()).requestAgain(listed, { now, overdueSince: now });
  const second = await takeRun(run);
  const item = { fileId: newId(), status: 'completed' } as const;
  expect(await runs.saveItem(first, 0, item)).toBe(false);
  expect(await runs.finish(first, completed, later)).toBe(false);
  expect(await runs.saveItem(second, 0, item)).toBe(true);
});

it('ends a run once: a result after a cancellation changes nothing', async () => {
  const run = await runs.request(newRun());
  const taken = await takeRun(run);
  expect(await runs.end(run, canceled, now)).toBe(true);
  expect(await runs.end(run, canceled, later)).toBe(false);
  expect(await runs.saveItem(taken, 0, { fileId: newId(), status: 'completed' })).toBe(false);
  expect(await runs.finish(taken, completed, later)).toBe(false);
  const found = await runs.find(run.organizationId, run.id);
  expect(found).toMatchObject({ ...canceled, items: run.items, completedAt: now });
});

it('records the end of a job once, also when its start was never recorded', async () => {
  const run = newRun({ targetType: 'dataset_version', items: [], datasetId: newId(), versionId: newId() });
  const ended = { ...run, ...completed, completedAt: now };
  await runs.recordEnd(ended);
  await runs.recordEnd({ ...run, ...canceled, completedAt: later });
  await runs.insert(run);
  await runs.begin(run.organizationId, run.id, later);
  expect(await runs.find(run.organizationId, run.id)).toEqual(ended);
});

it('lists by every condition with a declared index', async () => {
  const run = await runs.request(newRun());
  const { organizationId, projectId } = run;
  const filters: RunFilter[] = [
    {},
    { projectId },
    { status: 'pending' },
    { targetType: 'project_file' },
    { isLanguageTechnology: true },
    { isLanguageTechnology: true, projectId },
  ];
  for (const filter of filters.flatMap((one) => [one, { ...one, status: 'pending' as const }])) {
    const { items, total } = await runs.list(organizationId, filter, { limit: 20, offset: 0, cursor: '' });
    expect([items, total]).toEqual([[run], 1]);
  }
  expect((await runs.list(organizationId, { datasetId: newId() }, { limit: 20, offset: 0 })).total).toBe(0);
  expect((await runs.list(newId(), {}, { limit: 20, offset: 0 })).total).toBe(0);
  await runs.removeProject(organizationId, projectId ?? '');
  expect(await runs.find(organizationId, run.id)).toBeUndefined();
  expect(await findUncoveredQueries(observed.commands, db)).toEqual([]);
});
