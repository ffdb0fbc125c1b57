import { createPublisher } from '@assay/chassis/events/publisher';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import { days } from '@assay/chassis/units';
import { republish } from '@assay/chassis/work/republish';
import { RunCompleted, RunFailed } from '@assay/proto/runs/v1/run_events';
import { Verdict } from '@assay/proto/runs/v1/run';
import { eventually } from '@assay/test-kit/eventually';
import { loseStream, readEvents } from '@assay/test-kit/servers/lose-stream';
import type { Binary } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStages, projectDeletedError } from '../../src/domain/run/run.ts';
import type { Run, RunConclusion } from '../../src/domain/run/run.ts';
import { findPipeline } from '../../src/domain/pipeline/catalog.ts';
import { runEndIndexes } from '../../src/store/runs/run-ends.ts';
import { runRemovalIndexes } from '../../src/store/runs/run-removals.ts';
import { runStream } from '../../src/streams.ts';
import { startCrowdPlatform } from '../crowd/crowd-platform.ts';
import { newImageRun, openRunCollection } from '../run-collection.ts';
import type { OpenedRunCollection } from '../run-collection.ts';
import { createRunStore } from '../../src/store/runs/run-store.ts';

const relay = { notify: () => undefined };
const cause = { requestId: 'request' };
const result = { verdict: null, confidence: null, summary: 'done', findings: {}, artifacts: [] };
const conclusion: RunConclusion = {
  verdict: 'unverified',
  confidence: 0.5,
  scorecard: {},
  explanation: 'why',
  report: '# report',
};
const now = new Date();

let opened: OpenedRunCollection;
beforeAll(async () => {
  opened = await openRunCollection(...runEndIndexes, ...runRemovalIndexes);
});
afterAll(() => opened.close());

async function acceptedRun(): Promise<Run> {
  const run = newImageRun();
  const runs = createRunStore(opened.db, relay).runs;
  await runs.insertUnpaid(run);
  await runs.accept(run, cause);
  return run;
}

async function cancel(run: Run, error = 'canceled'): Promise<void> {
  expect(await createRunStore(opened.db, relay).runControls.cancel(run, error, { now, cause })).toBe(true);
}

/** Restarts a canceled run. */
async function restart(run: Run): Promise<Run> {
  const { id: runId, organizationId } = run;
  const controls = createRunStore(opened.db, relay).runControls;
  const holdId = newId();
  await controls.beginRestart({ organizationId, runId, holdId });
  const pipeline = findPipeline('image-authenticity');
  if (pipeline === undefined) throw new Error('the pipeline is gone');
  const restarted = { ...run, holdId, attempt: run.attempt + 1, stages: newStages(pipeline, now, newId) };
  expect(await controls.acceptRestart(restarted, { now, cause })).toBe(true);
  return restarted;
}

async function conclude(run: Run, costCents = run.costCents): Promise<void> {
  const stages = createRunStore(opened.db, relay).stages;
  const ref = { organizationId: run.organizationId, runId: run.id, stageSlug: 'fusion' };
  await stages.begin(ref, now);
  const concluded = { run, stageSlug: 'fusion', result, conclusion, price: { costCents } };
  const isDone = await stages.conclude(concluded, { now, cause });
  expect(isDone).toBe(true);
}

type StoredEntry = OutboxEntry & { readonly payload: Binary };

/** The ends of a run in its outbox, in the form of `endsAgain`. */
async function firstEnds({ id }: Run) {
  const stored = (await opened.documents.findOne({ _id: id }))?.outbox ?? [];
  return (stored as StoredEntry[])
    .filter(({ subject }) => /Run(Completed|Failed)$/u.test(subject))
    .map((entry) => ({ id: entry.id, subject: entry.subject, content: entry.payload.toString('hex') }));
}

/** The same, as `redrive` builds them. */
async function endsAgain({ organizationId }: Run, since = new Date(now.getTime() - days(1))) {
  const all = await Array.fromAsync(createRunStore(opened.db, relay).runEnds.listEvents(since));
  return all
    .filter((entry) => entry.organizationId === organizationId)
    .map(({ id, subject, payload }) => ({ id, subject, content: Buffer.from(payload).toString('hex') }));
}

describe('the end of a run', () => {
  it('is built again for each attempt, with the same id and content', async () => {
    const run = await acceptedRun();
    await cancel(run);
    await conclude(await restart(run));
    const first = await firstEnds(run);
    expect(first.map(({ subject }) => subject)).toEqual([
      'assay.runs.v1.RunFailed',
      'assay.runs.v1.RunCompleted',
    ]);
    expect(await endsAgain(run)).toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(2);
  });

  it('has the price with which the run was concluded, also when it is built or requested again', async () => {
    const run = await acceptedRun();
    await conclude(run, 0);
    const runs = createRunStore(opened.db, relay).runs;
    await runs.tellEnd((await runs.find(run.organizationId, run.id)) ?? run, cause);
    const ends = [...(await firstEnds(run)), ...(await endsAgain(run))];
    const prices = ends.map(({ content }) => RunCompleted.decode(Buffer.from(content, 'hex')).costCents);
    expect(prices).toEqual([0, 0, 0]);
  });

  it('has the same id when a service requests it again', async () => {
    const run = await acceptedRun();
    await cancel(run);
    const runs = createRunStore(opened.db, relay).runs;
    await runs.tellEnd((await runs.find(run.organizationId, run.id)) ?? run, cause);
    const [first, again] = await firstEnds(run);
    expect(again).toEqual(first);
  });

  it('is not built again when it is older, and while the run is under way', async () => {
    const run = await acceptedRun();
    const other = await acceptedRun();
    await cancel(run);
    expect(await endsAgain(run, new Date(now.getTime() + 1))).toEqual([]);
    expect(await endsAgain(other)).toEqual([]);
  });

  it('says what a webhook reports', async () => {
    const failed = await acceptedRun();
    const completed = await acceptedRun();
    await cancel(failed);
    await conclude(completed);
    const events = await Array.fromAsync(createRunStore(opened.db, relay).runEnds.listEvents(now));
    const payload = (run: Run) =>
      events.find(({ organizationId }) => organizationId === run.organizationId)?.payload ?? Buffer.alloc(0);
    const { pipelineSlug } = failed;
    expect(RunFailed.decode(payload(failed))).toMatchObject({
      runId: failed.id,
      projectId: failed.projectId,
      pipelineSlug,
      error: 'canceled',
      projectDeleted: false,
    });
    expect(RunCompleted.decode(payload(completed))).toMatchObject({
      runId: completed.id,
      projectId: completed.projectId,
      pipelineSlug,
      verdict: Verdict.UNVERIFIED,
      confidence: 0.5,
      projectDeleted: false,
    });
  });

  it('says that the project was deleted, before the run ended or after', async () => {
    const failed = await acceptedRun();
    const completed = await acceptedRun();
    const removals = createRunStore(opened.db, relay).runRemovals;
    await removals.end(failed, projectDeletedError, { now, cause });
    await conclude(completed);
    await opened.documents.updateOne({ _id: completed.id }, { $unset: { outboxSince: true } });
    expect(await removals.remove(completed.organizationId, completed.id, now)).toBe(true);
    const events = await Array.fromAsync(createRunStore(opened.db, relay).runEnds.listEvents(now));
    const payload = (run: Run) =>
      events.find(({ organizationId }) => organizationId === run.organizationId)?.payload ?? Buffer.alloc(0);
    expect(RunFailed.decode(payload(failed)).projectDeleted).toBe(true);
    expect(RunCompleted.decode(payload(completed))).toMatchObject({
      projectDeleted: true,
      verdict: undefined,
      costCents: completed.costCents,
    });
  });

  it('keeps a bounded number of attempts', async () => {
    let run = await acceptedRun();
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await cancel(run);
      run = await restart(run);
    }
    expect(await endsAgain(run)).toEqual((await firstEnds(run)).slice(-10));
  });

  it('is found by an index', async () => {
    expect(await opened.uncovered()).toEqual([]);
  });
});

it('arrives once more under its first id after NATS lost its contents', async () => {
  const platform = await startCrowdPlatform();
  const { events } = platform;
  const run = await platform.startRun();
  await eventually(async () => expect((await platform.find(run))?.status).toBe('awaiting_crowd'));
  await platform.asUser.cancelRun(platform.user(run), { runId: run.id, projectId: '' });
  const stored = () => readEvents(events, runStream, RunFailed);
  await eventually(async () => expect(await stored()).toHaveLength(1));
  const first = await stored();
  await loseStream(events, runStream);
  expect(await stored()).toEqual([]);
  const redriveEnds = () =>
    republish(
      createPublisher(events),
      createRunStore(platform.db, relay).runEnds.listEvents(new Date(Date.now() - days(1))),
    );
  expect(await redriveEnds()).toEqual({ stored: 1, known: 0 });
  expect(await redriveEnds()).toEqual({ stored: 0, known: 1 });
  expect(await stored()).toEqual(first);
  await platform.stop();
});
