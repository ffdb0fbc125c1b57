/** Lists that multiply are stored once, and workers, requesters and answers get the same values as before. */
import type { CallContext } from '@assay/chassis/call-context';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { BSON } from 'mongodb';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { showClaim } from '../../../src/domain/crowd/claim/show-claim.ts';
import { listTasks } from '../../../src/domain/crowd/job/get-job.ts';
import type { InputLists } from '../../../src/domain/crowd/job/input/input-factors.ts';
import type { Job } from '../../../src/domain/crowd/job/job.ts';
import { removeAbandonedJobs } from '../../../src/domain/crowd/job/sweep-jobs.ts';
import { previewVersion } from '../../../src/domain/crowd/survey/preview-version.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { createCrowdParts, isFlood, newJob, newOrder, receiveCall } from '../parts.ts';
import { listNames, submit } from '../work.ts';

let started: Started;
let call: CallContext;
beforeAll(async () => {
  started = await start([], { ROLES: 'api,relay' });
  call = receiveCall(started);
});
afterAll(() => started.stop());

/** Lists of one value, and one list of many. */
function multiply(lists: number, bytes: number, count: number): InputLists {
  const constants = listNames(lists, 'text').map((name) => ({ id: name, name, values: ['x'.repeat(bytes)] }));
  return {
    lists: [...constants, { id: 'item', name: 'item', values: listNames(count, 'item ') }],
    groups: [],
  };
}

function createParts(lists: InputLists) {
  const parts = createCrowdParts(started);
  const inputs = { ...parts.inputs, readInputData: () => Promise.resolve(lists) };
  const workLinks = { ...parts.workLinks, create: () => Promise.resolve([]) };
  return { ...parts, inputs, workLinks };
}

async function countStoredBytes(filter: Document): Promise<number> {
  const collections = ['crowd_tasks', 'crowd_job_values', 'crowd_jobs'];
  const found = await Promise.all(
    collections.map((name) => started.db.collection(name).find(filter).toArray()),
  );
  return found.flat().reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0);
}

const claimFirst = async (parts: ReturnType<typeof createParts>, { id: jobId }: Job) => {
  const claimed = await claimTask(parts, call, { jobId, guestName: undefined });
  return { id: claimed.claim.id, shown: await showClaim(parts, call, claimed) };
};

it('stores the values of a job once, and shows them to workers, in answers and in tasks', async () => {
  const parts = createParts(multiply(90, 1_000, 60));
  const { job } = await newJob(parts, call);
  // The values of all variants together have 5.4 MB, those of the input 90 kB.
  expect(await countStoredBytes({ $or: [{ jobId: job.id }, { _id: job.id }] })).toBeLessThan(150_000);
  const expected = (item: string) => ({
    ...Object.fromEntries(listNames(90, 'text').map((name) => [name, 'x'.repeat(1_000)])),
    item,
  });
  const { id, shown } = await claimFirst(parts, job);
  const item = shown.inputData['item'] ?? '';
  expect(JSON.stringify(shown.inputData)).toBe(JSON.stringify(expected(item)));
  expect(shown.survey.questions[0]?.label).toBe(`Does ${item} show a flood?`);
  const { inputDataSnapshot } = await submit(parts, call, id);
  expect(JSON.stringify(inputDataSnapshot)).toBe(JSON.stringify(expected(item)));
  const { items } = await listTasks(parts, call, { jobId: job.id, page: { limit: 100, offset: 0 } });
  const names = listNames(60, 'item ').toSorted();
  expect(items.map(({ variant }) => variant.values?.['item']).toSorted()).toEqual(names);
  expect(items[0]?.variant.values).toEqual(expected(items[0]?.variant.values?.['item'] ?? ''));
});

it('reads tasks of earlier versions, which have their values themselves', async () => {
  const parts = createParts(multiply(1, 3, 2));
  const { job } = await newJob(parts, call);
  const values = { text0: 'own', item: 'own item' };
  await started.db
    .collection('crowd_tasks')
    .updateMany({ jobId: job.id }, { $set: { variant: { values, fileIds: [] } } });
  expect((await claimFirst(parts, job)).shown.inputData).toEqual(values);
});

it('refuses 90 lists of 10 kB times 150 values before anything is held or stored', async () => {
  const parts = createParts(multiply(90, 10_000, 150));
  const own = receiveCall(started);
  expect(await catchRefusal(newJob(parts, own))).toMatchObject({
    status: 'INVALID_ARGUMENT',
    details: { field: 'inputDataSetId', limit: 67_108_864 },
  });
  expect(parts.holds).toEqual([]);
  expect(await countStoredBytes({ organizationId: own.organizationId })).toBe(0);
});

it('refuses a survey that shows large values too often, in a job and in a preview', async () => {
  const parts = createParts({ lists: [{ id: 'a', name: 'a', values: ['x'.repeat(10_000)] }], groups: [] });
  // 420 placeholders of 11 bytes show 4.2 MB.
  const label = '{{a.value}}'.repeat(84);
  const questions = listNames(5, 'q').map((key) => ({ ...isFlood, key, label }));
  const details = { limit: 4_194_304 };
  expect(await catchRefusal(newJob(parts, call, {}, questions))).toMatchObject({
    status: 'INVALID_ARGUMENT',
    details: { ...details, field: 'inputDataSetId' },
  });
  await newJob(parts, call, {}, questions.slice(1));
  const { surveyVersionId: versionId } = await newOrder(parts, call, {}, questions);
  const { templateId = '' } = (await parts.surveyVersions.find(call.organizationId, versionId)) ?? {};
  const path = { templateId, versionId };
  const preview = (bytes: number) => previewVersion(parts, call, { path, values: { a: 'x'.repeat(bytes) } });
  expect(await catchRefusal(preview(10_000))).toMatchObject({ details: { ...details, field: 'values' } });
  expect((await preview(9_000)).survey.questions).toHaveLength(5);
});

it('removes the values of a creation that has died', async () => {
  const parts = createParts(multiply(2, 3, 2));
  const gone = new TypeError('the set is gone');
  const inputs = { ...parts.inputs, markUsed: () => Promise.reject(gone) };
  await expect(newJob({ ...parts, inputs }, call)).rejects.toBe(gone);
  const count = () => started.db.collection('crowd_job_values').countDocuments();
  const before = await count();
  started.clock.advance(120_000);
  await removeAbandonedJobs(parts);
  expect(before - (await count())).toBe(2);
});
