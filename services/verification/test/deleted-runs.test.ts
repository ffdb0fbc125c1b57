import { newId } from '@assay/chassis/ids';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HoldName } from '../src/clients/billing.ts';
import { answerForHold } from '../src/domain/run/price/answer-for-hold.ts';
import { endRunsOfFile, removeRunsOfProject } from '../src/domain/run/end-deleted-runs.ts';
import type { Run } from '../src/domain/run/run.ts';
import type { SubjectFile } from '../src/domain/subject-file/subject-file.ts';
import { runRemovalIndexes } from '../src/store/runs/run-removals.ts';
import { newImageRun, openRunCollection } from './run-collection.ts';
import type { OpenedRunCollection } from './run-collection.ts';
import { createRunStore } from '../src/store/runs/run-store.ts';

const cause = { requestId: 'request' };
const relay = { notify: () => undefined };
const clock = { now: () => new Date() };
let opened: OpenedRunCollection;
beforeAll(async () => {
  opened = await openRunCollection(...runRemovalIndexes);
});
afterAll(() => opened.close());

const documents = () => opened.documents;

/** The stores, and what billing and the storage were asked for. */
function setUp() {
  const released: string[] = [];
  const removed: string[] = [];
  const deps = {
    clock,
    runs: createRunStore(opened.db, relay).runs,
    runRemovals: createRunStore(opened.db, relay).runRemovals,
    billing: {
      releaseHold: (_call: unknown, { runId }: HoldName) => Promise.resolve(void released.push(runId)),
    },
    objectDeletions: {
      schedule: (_organizationId: string, prefix: string) => Promise.resolve(removed.push(prefix)),
    },
  };
  // No more of billing and storage is called.
  return { deps: deps as unknown as Parameters<typeof removeRunsOfProject>[0], released, removed };
}

const owner = { organizationId: newId(), projectId: newId(), startedBy: newId() };
const file: SubjectFile = {
  id: newId(),
  name: 'a.png',
  mimeType: 'image/png',
  sizeBytes: 1,
  sha256: '',
  storageKey: 'key',
  enrichmentStatus: 'completed',
  enrichment: {},
};

async function start(of: Partial<typeof owner> = {}, files: readonly SubjectFile[] = [file]): Promise<Run> {
  const run = newImageRun({ ...owner, ...of, files });
  const runs = createRunStore(opened.db, relay).runs;
  await runs.insertUnpaid(run);
  await runs.accept(run, cause);
  await publish(run);
  return run;
}

/** What the relay does. */
async function publish({ id }: Run): Promise<void> {
  await documents().updateOne({ _id: id }, { $set: { outbox: [] }, $unset: { outboxSince: true } });
}
const subjectsOf = async ({ id }: Run): Promise<readonly string[]> =>
  ((await documents().findOne({ _id: id }))?.outbox ?? []).map(({ subject }) => subject);
const find = ({ organizationId, id }: Run) => createRunStore(opened.db, relay).runs.find(organizationId, id);

describe('a file that was deleted', () => {
  it.each(['pending', 'running', 'awaiting_crowd'] as const)(
    'ends a run that is %s, once',
    async (status) => {
      const { deps } = setUp();
      const own = { ...file, id: newId() };
      const run = await start({}, [file, own]);
      const other = await start();
      await documents().updateOne({ _id: run.id }, { $set: { status } });
      for (let delivery = 0; delivery < 2; delivery += 1) {
        await endRunsOfFile(deps, cause, { organizationId: owner.organizationId, fileId: own.id });
      }
      expect(await find(run)).toMatchObject({ status: 'failed', error: 'a file of the run was deleted' });
      expect(await subjectsOf(run)).toEqual(['assay.runs.v1.RunFailed']);
      expect(await find(other)).toMatchObject({ status: 'pending', error: '' });
    },
  );

  it('fails the stage that a run has come to, and leaves one that completed meanwhile as it is', async () => {
    const { deps } = setUp();
    const own = { ...file, id: newId() };
    const asListed = await start({}, [own]);
    const { organizationId, id: runId } = asListed;
    const stages = createRunStore(opened.db, relay).stages;
    const [stageSlug = '', next = ''] = asListed.stages.map(({ slug }) => slug);
    await stages.begin({ organizationId, runId, stageSlug }, clock.now());
    const at = { now: clock.now(), cause };
    const result = { verdict: null, confidence: null, summary: '', findings: {}, artifacts: [] };
    await stages.complete({ run: asListed, stageSlug, result }, at);
    expect(await createRunStore(opened.db, relay).runRemovals.end(asListed, 'late', at)).toBe(false);
    await endRunsOfFile(deps, cause, { organizationId, fileId: own.id });
    const ended = await find(asListed);
    const statuses = new Map(ended?.stages.map(({ slug, status }) => [slug, status]));
    expect([statuses.get(stageSlug), statuses.get(next)]).toEqual(['completed', 'failed']);
  });

  it('leaves what has ended, and runs of other organizations, as they are', async () => {
    const { deps } = setUp();
    const completed = await start();
    await documents().updateOne({ _id: completed.id }, { $set: { status: 'completed' } });
    const foreign = await start({ organizationId: newId() });
    await endRunsOfFile(deps, cause, { organizationId: owner.organizationId, fileId: file.id });
    expect(await find(completed)).toMatchObject({ status: 'completed' });
    expect(await find(foreign)).toMatchObject({ status: 'pending' });
  });
});

describe('a project that was deleted', () => {
  it('ends its runs, and removes each with its artifacts once it has told its end', async () => {
    const { deps, removed } = setUp();
    const project = { organizationId: owner.organizationId, projectId: newId() };
    const underWay = await start(project);
    const completed = await start(project);
    await documents().updateOne({ _id: completed.id }, { $set: { status: 'completed' } });
    const elsewhere = await start({ projectId: newId() });
    await expect(removeRunsOfProject(deps, cause, project)).rejects.toThrow('told');
    expect(await find(completed)).toBeUndefined();
    expect(await find(underWay)).toMatchObject({ status: 'failed', error: 'the project was deleted' });
    expect(await subjectsOf(underWay)).toEqual(['assay.runs.v1.RunFailed']);
    await publish(underWay);
    for (let delivery = 0; delivery < 2; delivery += 1) await removeRunsOfProject(deps, cause, project);
    expect(await find(underWay)).toBeUndefined();
    expect(await find(elsewhere)).toMatchObject({ status: 'pending' });
    expect([...removed].sort()).toEqual(
      [underWay, completed].map(({ id }) => `runs/${project.organizationId}/${id}/`).sort(),
    );
  });

  it('leaves of a run that completed what billing may ask for, until its deletion is told no more', async () => {
    const { deps, released } = setUp();
    const project = { organizationId: owner.organizationId, projectId: newId() };
    const run = await start(project);
    await documents().updateOne({ _id: run.id }, { $set: { status: 'completed' } });
    await removeRunsOfProject(deps, cause, project);
    expect(await find(run)).toBeUndefined();
    // RunCompleted was lost with its stream.
    const hold = { organizationId: run.organizationId, runId: run.id, holdId: '' };
    await answerForHold({ ...deps, runControls: createRunStore(opened.db, relay).runControls }, cause, hold);
    expect(released).toEqual([]);
    const [told] = (await documents().findOne({ _id: run.id }))?.outbox ?? [];
    expect(told?.subject).toBe('assay.runs.v1.RunCompleted');
    expect(RunCompleted.decode(Buffer.from(told?.payload.buffer ?? new ArrayBuffer(0)))).toMatchObject({
      runId: run.id,
      projectId: run.projectId,
      costCents: run.costCents,
      startedBy: run.startedBy,
    });
    await publish(run);
    await removeRunsOfProject(deps, cause, project);
    expect(await documents().countDocuments({ _id: run.id })).toBe(1);
    const inEightDays = { ...deps, clock: { now: () => new Date(Date.now() + 8 * 86_400_000) } };
    await removeRunsOfProject(inEightDays, cause, project);
    expect(await documents().countDocuments({ _id: run.id })).toBe(0);
  });

  it('lets no start of a run come to its end, and releases its hold', async () => {
    const { deps, released } = setUp();
    const project = { organizationId: owner.organizationId, projectId: newId() };
    const run = await start(project);
    await documents().updateOne({ _id: run.id }, { $set: { chargeState: 'unpaid' } });
    await removeRunsOfProject(deps, cause, project);
    expect(await createRunStore(opened.db, relay).runs.accept(run, cause)).toBe(false);
    expect(released).toEqual([run.id]);
    expect(await documents().findOne({ _id: run.id })).toBeNull();
  });
});

it('asks for nothing that no index serves', async () => {
  expect(opened.commands.length).toBeGreaterThan(20);
  expect(await opened.uncovered()).toEqual([]);
});
