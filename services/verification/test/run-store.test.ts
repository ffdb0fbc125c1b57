import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { redrive } from '@assay/chassis/work/redrive';
import { StageRequested } from '@assay/proto/runs/v1/run_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run, RunConclusion } from '../src/domain/run/run.ts';
import type { StageResult } from '../src/domain/stage/stage.ts';
import { runCollection } from '../src/store/runs/run-collection.ts';
import type { RunRecords } from '../src/store/runs/run-records.ts';
import type { StageProgress } from '../src/store/runs/stage-progress.ts';
import { unfinishedRunIndexes } from '../src/store/runs/unfinished-runs.ts';
import type { UnfinishedRuns } from '../src/store/runs/unfinished-runs.ts';
import { newImageRun, openRunCollection } from './run-collection.ts';
import type { OpenedRunCollection } from './run-collection.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

const now = new Date('2026-01-02T03:04:05Z');
const cause = { requestId: 'request' };
const relay = { notify: () => undefined };
const result: StageResult = { verdict: null, confidence: null, summary: 'done', findings: {}, artifacts: [] };
const conclusion: RunConclusion = {
  verdict: 'unverified',
  confidence: 0.5,
  scorecard: { coverage: 1 },
  explanation: 'why',
  report: '# report',
};
let opened: OpenedRunCollection;
let runs: RunRecords;
let stages: StageProgress;
let unfinished: UnfinishedRuns;

beforeAll(async () => {
  opened = await openRunCollection(...unfinishedRunIndexes);
  runs = createRunStore(opened.db, relay).runs;
  stages = createRunStore(opened.db, relay).stages;
  unfinished = createRunStore(opened.db, relay).unfinishedRuns;
});

afterAll(() => opened.close());

const pendingRun = (): Run => newImageRun({}, now);

/** A run whose first events were published. */
async function acceptedRun(): Promise<Run> {
  const run = pendingRun();
  await runs.insertUnpaid(run);
  await runs.accept(run, cause);
  await outboxes().updateOne({ _id: run.id }, { $set: { outbox: [] } });
  return run;
}

interface StoredRun {
  readonly _id: string;
  readonly status: string;
  readonly outbox: { subject: string; payload: { buffer: Buffer } }[];
}
const outboxes = () => opened.db.collection<StoredRun>(runCollection);

async function outboxOf(runId: string): Promise<string[]> {
  const found = await outboxes().findOne({ _id: runId });
  return (found?.outbox ?? []).map(({ subject }) => subject);
}

describe('a run whose money is not held', () => {
  it('is seen by nobody, and is accepted once', async () => {
    const run = pendingRun();
    const { organizationId, projectId, id } = run;
    await runs.insertUnpaid(run);
    expect(await runs.find(organizationId, id)).toBeUndefined();
    expect(await runs.list(organizationId, { projectId }, { limit: 10, offset: 0 })).toMatchObject({
      items: [],
      total: 0,
    });
    expect(await runs.count(organizationId, projectId)).toBe(0);

    expect(await runs.accept(run, cause)).toBe(true);
    expect(await runs.accept(run, cause)).toBe(false);
    expect(await runs.find(organizationId, id)).toEqual(run);
    expect(await runs.find(newId(), id)).toBeUndefined();
    expect(await outboxOf(id)).toEqual(['assay.runs.v1.RunStarted', 'assay.runs.v1.StageRequested']);
  });

  it('is inserted once, and can be resumed until it is accepted', async () => {
    const run = pendingRun();
    const later = new Date(now.getTime() + 1_000);
    expect(await runs.insertUnpaid(run)).toBe(true);
    expect(await runs.insertUnpaid({ ...run, startedBy: newId() })).toBe(false);
    const resumed = { ...run, createdAt: later, updatedAt: later };
    expect(await runs.resumeUnpaid(run.organizationId, run.id, later)).toEqual(resumed);
    expect(await runs.resumeUnpaid(newId(), run.id, later)).toBeUndefined();
    await runs.accept(run, cause);
    expect(await runs.resumeUnpaid(run.organizationId, run.id, later)).toBeUndefined();
  });

  it('is abandoned only when it began long enough ago, and is then neither accepted nor resumed', async () => {
    const run = pendingRun();
    const accepted = await acceptedRun();
    const { organizationId, id } = run;
    const later = new Date(now.getTime() + 1_000);
    await runs.insertUnpaid(run);
    expect(await runs.abandon(organizationId, id, now)).toBe(false);
    expect(await runs.abandon(organizationId, id, later)).toBe(true);
    expect(await runs.accept(run, cause)).toBe(false);
    expect(await runs.resumeUnpaid(organizationId, id, later)).toBeUndefined();
    expect(await runs.abandon(accepted.organizationId, accepted.id, later)).toBe(false);
    expect((await runs.listUnpaidBefore(later, 10)).map((listed) => listed.id)).toContain(id);
    await runs.removeUnpaid(organizationId, id);
    expect((await runs.listUnpaidBefore(later, 10)).map((listed) => listed.id)).not.toContain(id);
  });

  it('can be removed until it is accepted, and not after', async () => {
    const run = await acceptedRun();
    await runs.removeUnpaid(run.organizationId, run.id);
    expect(await runs.find(run.organizationId, run.id)).toBeDefined();
  });
});

describe('a run', () => {
  it('does not exist for another organization', async () => {
    const run = await acceptedRun();
    const stranger = newId();
    expect(await runs.find(stranger, run.id)).toBeUndefined();
    expect(await runs.count(stranger, run.projectId)).toBe(0);
    const ref = { organizationId: stranger, runId: run.id, stageSlug: 'ingest-gate' };
    expect(await stages.begin(ref, now)).toBeUndefined();
    const foreign = { run: { ...run, organizationId: stranger }, stageSlug: 'ingest-gate', error: 'no' };
    expect(await stages.fail(foreign, { now, cause })).toBe(false);
  });
});

describe('a stage', () => {
  it('ends once when two workers end it at the same time, with one set of events', async () => {
    const run = await acceptedRun();
    const ref = { organizationId: run.organizationId, runId: run.id, stageSlug: 'ingest-gate' };
    const begun = await Promise.all([stages.begin(ref, now), stages.begin(ref, now)]);
    expect(begun.filter((one) => one !== undefined)).toEqual([expect.objectContaining({ attempts: 1 })]);
    const end = () => stages.complete({ run, stageSlug: ref.stageSlug, result }, { now, cause });
    const ended = await Promise.all(Array.from({ length: 8 }, end));
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await outboxOf(run.id)).toEqual(['assay.runs.v1.StageRequested']);
    expect(await stages.begin(ref, now)).toBeUndefined();
  });

  it('ends its run either completed or failed, never both', async () => {
    const run = await acceptedRun();
    const ref = { organizationId: run.organizationId, runId: run.id, stageSlug: 'fusion' };
    await stages.begin(ref, now);
    const [concluded, failed] = await Promise.all([
      stages.conclude(
        { run, stageSlug: 'fusion', result, conclusion, price: { costCents: 0 } },
        { now, cause },
      ),
      stages.fail({ run, stageSlug: 'fusion', error: 'took too long' }, { now, cause }),
    ]);
    expect(Number(concluded) + Number(failed)).toBe(1);
    expect(await outboxOf(run.id)).toHaveLength(1);
    const stored = await runs.find(run.organizationId, run.id);
    expect(stored?.status).toBe(concluded ? 'completed' : 'failed');
    expect(stored?.completedAt).toEqual(now);
  });
});

const logger = createLogger({ name: 'test', level: 'silent' });
const again = (at: Date) => redrive({ clock: { now: () => at }, logger }, unfinished);

describe('a run whose stage request was lost', () => {
  const minuteMs = 60_000;
  const inTime = (ms: number) => new Date(now.getTime() + ms);
  /** The only run under way, in a stage that nobody was asked for. */
  async function forgotten(): Promise<Run> {
    await outboxes().updateMany({}, { $set: { status: 'completed', outbox: [] } });
    return acceptedRun();
  }

  it('is asked for again, once per interval, at the stage it has come to', async () => {
    const { organizationId, id: runId, ...run } = await forgotten();
    expect(await again(inTime(minuteMs - 1))).toEqual({ requested: 0, ended: 0 });
    const looks = await Promise.all([1, 2, 3].map(() => again(inTime(minuteMs))));
    expect(looks.reduce((sum, { requested }) => sum + requested, 0)).toBe(1);
    expect(await outboxOf(runId)).toEqual(['assay.runs.v1.StageRequested']);

    const stageSlug = 'ingest-gate';
    await stages.begin({ organizationId, runId, stageSlug }, inTime(minuteMs));
    const completed = { run: { ...run, organizationId, id: runId }, stageSlug, result };
    await stages.complete(completed, { now: inTime(minuteMs), cause });
    await outboxes().updateOne({ _id: runId }, { $set: { outbox: [] } });
    expect(await again(inTime(2 * minuteMs))).toEqual({ requested: 1, ended: 0 });
    const [request] = (await outboxes().findOne({ _id: runId }))?.outbox ?? [];
    expect(StageRequested.decode(request?.payload.buffer ?? Buffer.alloc(0)).stageSlug).toBe('provenance');
  });

  it('is asked for when it was stored by a process that did not know of due times', async () => {
    const { id } = await forgotten();
    await outboxes().updateOne({ _id: id }, { $unset: { dueAt: true } });
    expect(await again(now)).toEqual({ requested: 1, ended: 0 });
  });

  it('fails as stalled after a day, and not while others are being worked on', async () => {
    const { organizationId, id } = await forgotten();
    await again(inTime(minuteMs));
    const dayLater = inTime(25 * 60 * minuteMs);
    const other = await acceptedRun();
    const ref = { organizationId: other.organizationId, runId: other.id, stageSlug: 'ingest-gate' };
    await stages.begin(ref, dayLater);
    expect((await again(dayLater)).ended).toBe(0);
    expect((await again(inTime(26 * 60 * minuteMs))).ended).toBe(1);
    expect(await runs.find(organizationId, id)).toMatchObject({ status: 'failed', error: 'stalled' });
    expect(await outboxOf(id)).toContain('assay.runs.v1.RunFailed');
  });

  it('is left alone while it awaits the crowd', async () => {
    const { id } = await forgotten();
    await outboxes().updateOne({ _id: id }, { $set: { status: 'awaiting_crowd' } });
    expect(await again(inTime(48 * 60 * minuteMs))).toEqual({ requested: 0, ended: 0 });
  });
});

describe('every query of the stores', () => {
  it('is served by a declared index', async () => {
    const run = await acceptedRun();
    expect(await runs.isUnaccepted(run.organizationId, run.id)).toBe(false);
    await runs.tellEnd({ ...run, status: 'pending' }, cause);
    await unfinished.makeOverdue();
    await again(now);
    const taken = await unfinished.take(now);
    if (taken === undefined || taken === 'full') throw new Error('none waits');
    await unfinished.renew(taken, now);
    await unfinished.postpone(taken, now);
    await unfinished.release(taken, now);
    unfinished.freeSlot(taken);
    const page = { limit: 10, offset: 0 };
    const { organizationId, projectId, pipelineSlug } = run;
    for (const filter of [
      {},
      { status: 'pending' as const },
      { pipelineSlug },
      { status: 'pending' as const, pipelineSlug },
    ]) {
      await runs.list(organizationId, { projectId, ...filter }, page);
    }
    await runs.listUnpaidBefore(now, 10);
    expect(opened.commands.length).toBeGreaterThan(20);
    expect(await opened.uncovered()).toEqual([]);
  });
});
