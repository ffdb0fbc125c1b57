import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HoldName } from '../src/clients/billing.ts';
import { answerForHold } from '../src/domain/run/price/answer-for-hold.ts';
import { cancelRun } from '../src/domain/run/cancel-run.ts';
import { restartRun } from '../src/domain/run/restart-run.ts';
import type { Run } from '../src/domain/run/run.ts';
import type { StageResult } from '../src/domain/stage/stage.ts';
import type { RunControls } from '../src/store/runs/run-controls.ts';
import { unfinishedRunIndexes } from '../src/store/runs/unfinished-runs.ts';
import { newImageRun, openRunCollection } from './run-collection.ts';
import type { OpenedRunCollection } from './run-collection.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

const relay = { notify: () => undefined };
const died = new Error('the process died');
const result: StageResult = { verdict: null, confidence: null, summary: 'done', findings: {}, artifacts: [] };
const clock = { now: () => new Date() };
let opened: OpenedRunCollection;
beforeAll(async () => {
  opened = await openRunCollection(...unfinishedRunIndexes);
});
afterAll(() => opened.close());

const organizationId = newId();
const stages = () => createRunStore(opened.db, relay).stages;
const runs = () => createRunStore(opened.db, relay).runs;

/** Money as billing keeps it: a hold that has ended cannot be placed again. */
function createHolds(refusal?: DomainError) {
  const open = new Set<string>();
  const ended = new Set<string>();
  const nameOf = ({ runId, holdId }: HoldName) => (holdId === '' ? runId : holdId);
  const billing = {
    placeHold: (_call: unknown, { id: runId, holdId }: Pick<Run, 'id' | 'holdId'>) => {
      const name = nameOf({ runId, holdId });
      if (ended.has(name))
        return Promise.reject(new DomainError('FAILED_PRECONDITION', 'HOLD_ENDED', 'ended'));
      if (refusal !== undefined) return Promise.reject(refusal);
      open.add(name);
      return Promise.resolve();
    },
    releaseHold: (_call: unknown, hold: HoldName) => {
      open.delete(nameOf(hold));
      ended.add(nameOf(hold));
      return Promise.resolve();
    },
    confirmHold: () => Promise.resolve(),
  };
  return { open, billing };
}

function setUp({ refusal, isFileThere = true }: { refusal?: DomainError; isFileThere?: boolean } = {}) {
  const holds = createHolds(refusal);
  const deps = {
    clock,
    runs: runs(),
    runControls: createRunStore(opened.db, relay).runControls,
    billing: holds.billing,
    projectFiles: { find: () => (isFileThere ? Promise.resolve([]) : Promise.reject(notFound('file'))) },
  };
  // No more of billing and files is called.
  return { ...holds, deps: deps as unknown as Parameters<typeof restartRun>[0] & typeof deps };
}

function caller(of = organizationId): CallContext {
  const service = { kind: 'service', service: 'verification' } as const;
  const life = { deadline: new Date(Date.now() + 60_000), signal: new AbortController().signal };
  return { ...callBy({ organizationId: of }), actor: service, traceparent: undefined, ...life };
}

async function acceptedRun(): Promise<Run> {
  const run = newImageRun({ organizationId });
  await runs().insertUnpaid(run);
  await runs().accept(run, { requestId: 'request' });
  await forgetEvents(run);
  return run;
}

async function canceledRun(): Promise<Run> {
  const { id, projectId } = await acceptedRun();
  const run = await cancelRun(setUp().deps, caller(), { runId: id, projectId });
  await forgetEvents(run);
  return run;
}

const refOf = ({ id: runId, projectId }: Run) => ({ runId, projectId });
const begin = ({ id: runId }: Run, stageSlug = 'ingest-gate') =>
  stages().begin({ organizationId, runId, stageSlug }, clock.now());
const complete = (run: Run, stageSlug = 'ingest-gate') =>
  stages().complete({ run, stageSlug, result }, { now: clock.now(), cause: { requestId: 'late' } });

async function forgetEvents({ id }: Run): Promise<void> {
  await opened.documents.updateOne({ _id: id }, { $set: { outbox: [] } });
}
async function eventsOf({ id }: Run): Promise<readonly string[]> {
  const found = await opened.documents.findOne({ _id: id });
  return (found?.outbox ?? []).map(({ subject }) => subject.replace('assay.runs.v1.', ''));
}

describe('canceling a run', () => {
  it('ends it once, and a stage under way writes nothing afterwards', async () => {
    const run = await acceptedRun();
    await begin(run);
    const { deps } = setUp();
    const canceled = await cancelRun(deps, caller(), refOf(run));
    expect(canceled).toMatchObject({
      status: 'failed',
      error: 'canceled',
      completedAt: expect.any(Date) as Date,
    });
    expect(canceled.stages.map(({ status }) => status)).toEqual(canceled.stages.map(() => 'skipped'));
    expect(await complete(run)).toBe(false);
    expect(await cancelRun(deps, caller(), refOf(run))).toEqual(canceled);
    expect(await eventsOf(run)).toEqual(['RunFailed']);
    expect(await begin(run, 'provenance')).toBeUndefined();
  });

  it('ends either it or its stage first, and tells one end', async () => {
    const run = await acceptedRun();
    await begin(run);
    const { deps } = setUp();
    const [, isComplete] = await Promise.all([cancelRun(deps, caller(), refOf(run)), complete(run)]);
    const found = await runs().find(organizationId, run.id);
    expect(found).toMatchObject({ status: 'failed', error: 'canceled' });
    expect(found?.stages[0]?.status).toBe(isComplete ? 'completed' : 'skipped');
    expect((await eventsOf(run)).filter((event) => event === 'RunFailed')).toHaveLength(1);
  });

  it('is refused when it has ended otherwise, and not found elsewhere', async () => {
    const { deps } = setUp();
    const run = await acceptedRun();
    const missing = await catchRefusal(cancelRun(deps, caller(), { runId: newId(), projectId: '' }));
    expect(await catchRefusal(cancelRun(deps, caller(newId()), refOf(run)))).toEqual(missing);
    await opened.documents.updateOne({ _id: run.id }, { $set: { status: 'completed' } });
    expect(await catchRefusal(cancelRun(deps, caller(), refOf(run)))).toMatchObject({
      reason: 'RUN_ENDED',
      details: { state: 'completed' },
    });
  });
});

describe('restarting a run', () => {
  it('lets it begin anew under a hold of its own, and what its earlier attempt still does changes nothing', async () => {
    const before = await acceptedRun();
    await begin(before);
    const { deps, open } = setUp();
    await cancelRun(deps, caller(), refOf(before));
    await forgetEvents(before);
    const run = await restartRun(deps, caller(), refOf(before));
    expect(run).toMatchObject({ id: before.id, status: 'pending', error: '', completedAt: null });
    expect([...open]).toEqual([run.holdId]);
    expect(await eventsOf(run)).toEqual(['RunStarted', 'StageRequested']);
    await begin(run);
    expect(await complete(before)).toBe(false);
    const failed = { run: before, stageSlug: 'ingest-gate', error: 'late' };
    expect(await stages().fail(failed, { now: clock.now(), cause: { requestId: 'late' } })).toBe(false);
    const unfinished = createRunStore(opened.db, relay).unfinishedRuns;
    const late = { id: run.id, organizationId, attempts: 1, run: before, stageSlug: 'ingest-gate' };
    await unfinished.release({ ...late, cause: { requestId: 'late' } }, clock.now());
    expect(await complete(run)).toBe(true);
  });

  const deaths: Readonly<Record<string, (deps: Deps) => Deps>> = {
    'before the hold': (deps) => ({ ...deps, billing: { ...deps.billing, placeHold: die } }),
    'after the hold': (deps) => ({ ...deps, runControls: { ...deps.runControls, acceptRestart: die } }),
    'after it was accepted': (deps) => ({
      ...deps,
      runControls: createRunStore(opened.db, { notify: throwDied }).runControls,
    }),
  };
  it.each(Object.entries(deaths))('that died %s is repeated as one, held for once', async (_when, dying) => {
    const { deps, open } = setUp();
    const call = { ...caller(), operation: newId() };
    const before = await canceledRun();
    await expect(restartRun(dying(deps), call, refOf(before))).rejects.toBe(died);
    const run = await restartRun(deps, call, refOf(before));
    expect(await restartRun(deps, call, refOf(before))).toEqual(await runs().find(organizationId, run.id));
    expect([...open]).toEqual([run.holdId]);
  });

  it('that died after the hold is ended before billing hears that its hold is nobody’s', async () => {
    const { deps, open } = setUp();
    const call = { ...caller(), operation: newId() };
    const before = await canceledRun();
    const dying = deaths['after the hold']?.(deps) ?? deps;
    await expect(restartRun(dying, call, refOf(before))).rejects.toBe(died);
    const [holdId = ''] = open;
    await answerForHold(deps, call, { organizationId, runId: before.id, holdId });
    expect([...open]).toEqual([]);
    const run = await restartRun(deps, call, refOf(before));
    expect(run.holdId).not.toBe(holdId);
    expect([...open]).toEqual([run.holdId]);
    await answerForHold(deps, call, { organizationId, runId: before.id, holdId: '' });
    expect([...open]).toEqual([run.holdId]);
  });

  it('that two ask for at once is one, held for once', async () => {
    const { deps, open } = setUp();
    const before = await canceledRun();
    const both = await Promise.allSettled([1, 2].map(() => restartRun(deps, caller(), refOf(before))));
    const found = await runs().find(organizationId, before.id);
    const outcomes = both.map((one) =>
      one.status === 'fulfilled' ? one.value.holdId : (one.reason as DomainError).reason,
    );
    const expected = [found?.holdId, 'RUN_NOT_FAILED'];
    expect(outcomes.filter((outcome) => !expected.includes(outcome))).toEqual([]);
    expect(outcomes).toContain(found?.holdId);
    expect([...open]).toEqual([found?.holdId]);
    expect((await eventsOf(before)).filter((event) => event === 'RunStarted')).toHaveLength(1);
  });

  it('is refused without money, without its files, from another state and elsewhere', async () => {
    const poor = setUp({ refusal: new DomainError('FAILED_PRECONDITION', 'INSUFFICIENT_BALANCE', 'no') });
    const before = await canceledRun();
    expect(await catchRefusal(restartRun(poor.deps, caller(), refOf(before)))).toMatchObject({
      reason: 'INSUFFICIENT_BALANCE',
    });
    const { deps } = setUp();
    const gone = setUp({ isFileThere: false });
    expect(await catchRefusal(restartRun(gone.deps, caller(), refOf(before)))).toMatchObject({
      status: 'NOT_FOUND',
    });
    const missing = await catchRefusal(restartRun(deps, caller(), { runId: newId(), projectId: '' }));
    expect(await catchRefusal(restartRun(deps, caller(newId()), refOf(before)))).toEqual(missing);
    await restartRun(deps, caller(), refOf(before));
    expect(await catchRefusal(restartRun(deps, caller(), refOf(before)))).toMatchObject({
      reason: 'RUN_NOT_FAILED',
      details: { state: 'pending', allowed: ['failed'] },
    });
  });
});

type Deps = ReturnType<typeof setUp>['deps'] & { readonly runControls: RunControls };

function die(): Promise<never> {
  return Promise.reject(died);
}

function throwDied(): never {
  throw died;
}

describe('every query of the stores', () => {
  it('is served by a declared index', async () => {
    expect(opened.commands.length).toBeGreaterThan(20);
    expect(await opened.uncovered()).toEqual([]);
  });
});
