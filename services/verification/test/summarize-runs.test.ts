import { newId } from '@assay/chassis/ids';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { summarizeRuns } from '../src/domain/run/summarize-runs.ts';
import { newImageRun, openRunCollection } from './run-collection.ts';
import type { OpenedRunCollection } from './run-collection.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

let opened: OpenedRunCollection;
beforeAll(async () => {
  opened = await openRunCollection();
});
afterAll(() => opened.close());

const call = {
  ...callBy(),
  traceparent: undefined,
  deadline: new Date(Date.now() + 60_000),
  signal: new AbortController().signal,
};
const projectId = newId();
let time = Date.now();

async function addRun(fields: Readonly<Record<string, unknown>>, of: Readonly<Record<string, string>> = {}) {
  const run = newImageRun({ organizationId: call.organizationId, projectId, ...of }, new Date((time += 1)));
  await createRunStore(opened.db, { notify: () => undefined }).runs.insertUnpaid(run);
  await opened.documents.updateOne({ _id: run.id }, { $set: { chargeState: 'held', ...fields } });
  return run.id;
}

it('counts the runs of each pipeline by status and verdict, and shows the newest', async () => {
  const runs = createRunStore(opened.db, { notify: () => undefined }).runs;
  const authentic = { status: 'completed', conclusion: { verdict: 'authentic' } };
  const ids: string[] = [];
  for (let count = 0; count < 201; count += 1) ids.unshift(await addRun(authentic));
  ids.unshift(await addRun({ status: 'completed', conclusion: { verdict: 'manipulated' } }));
  ids.unshift(await addRun({ status: 'failed' }));
  const other = await addRun({ pipelineSlug: 'another' });
  await addRun({ chargeState: 'unpaid' });
  await addRun({}, { projectId: newId() });
  await addRun({}, { organizationId: newId() });
  const [another, image, ...rest] = await summarizeRuns({ runs }, call, projectId);
  expect(rest).toEqual([]);
  expect(another).toMatchObject({ pipelineSlug: 'another', totalRuns: 1, completed: 0, verdictSummary: {} });
  expect(another?.runs.map(({ id }) => id)).toEqual([other]);
  expect(image).toMatchObject({ pipelineSlug: 'image-authenticity', totalRuns: 203, completed: 202 });
  expect(image?.verdictSummary).toEqual({ authentic: 201, manipulated: 1 });
  expect(image?.runs.map(({ id }) => id)).toEqual(ids.slice(0, 200));
  expect(await summarizeRuns({ runs }, call, newId())).toEqual([]);
  expect(await opened.uncovered()).toEqual([]);
});
