import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { uncoveredQueries } from '@assay/test-kit/index-coverage';
import { callBy, createTestPlatform } from '@assay/test-kit/test-platform';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findPipeline } from '../src/domain/pipeline/catalog.ts';
import { newRun } from '../src/domain/run/run.ts';
import { summarizeRuns } from '../src/domain/run/summarize-runs.ts';
import type { RunDocument } from '../src/store/run-document.ts';
import { createRunStore, runCollection, runIndexes } from '../src/store/run-store.ts';

const { database } = createTestPlatform();
const commands: CommandStartedEvent[] = [];
let mongo: MongoConnection;

beforeAll(async () => {
  const { uri } = inject('servers').mongodb;
  mongo = await connectMongo({ uri, database, appName: 'verification-test', monitorCommands: true });
  mongo.client.on('commandStarted', (command) => commands.push(command));
  await ensureIndexes(mongo.db.collection(runCollection), runIndexes);
});
afterAll(() => mongo.close());

const call = {
  ...callBy(),
  traceparent: undefined,
  deadline: new Date(Date.now() + 60_000),
  signal: new AbortController().signal,
};
const projectId = newId();
let time = Date.now();

async function addRun(fields: Readonly<Record<string, unknown>>, of: Readonly<Record<string, string>> = {}) {
  const pipeline = findPipeline('image-authenticity');
  if (pipeline === undefined) throw new Error('the pipeline is gone');
  const owner = { organizationId: call.organizationId, projectId, startedBy: newId(), ...of };
  const run = newRun({ ...owner, pipeline, files: [], contextData: null }, new Date((time += 1)), newId);
  await createRunStore(mongo.db, { notify: () => undefined }).insertUnpaid(run);
  const runs = mongo.db.collection<RunDocument>(runCollection);
  await runs.updateOne({ _id: run.id }, { $set: { chargeState: 'held', ...fields } });
  return run.id;
}

it('counts the runs of each pipeline by status and verdict, and shows the newest', async () => {
  const runs = createRunStore(mongo.db, { notify: () => undefined });
  const authentic = { status: 'completed', conclusion: { verdict: 'authentic' } };
  const ids: string[] = [];
  for (let count = 0; count < 21; count += 1) ids.unshift(await addRun(authentic));
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
  expect(image).toMatchObject({ pipelineSlug: 'image-authenticity', totalRuns: 23, completed: 22 });
  expect(image?.verdictSummary).toEqual({ authentic: 21, manipulated: 1 });
  expect(image?.runs.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  expect(await summarizeRuns({ runs }, call, newId())).toEqual([]);
  expect(await uncoveredQueries(commands, mongo.db)).toEqual([]);
});
