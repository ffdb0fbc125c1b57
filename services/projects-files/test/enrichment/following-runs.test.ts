import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { EventConnection } from '@assay/chassis/events/connection';
import { newEvent } from '@assay/chassis/events/event';
import type { MessageType, OutboxEntry } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { PipelineRunOverdue } from '@assay/proto/files/v1/file_events';
import { PipelineRunStatus } from '@assay/proto/files/v1/pipeline_run';
import type { PipelineRun } from '@assay/proto/files/v1/pipeline_run';
import { Verdict } from '@assay/proto/runs/v1/run';
import { RunBegan, RunCompleted, RunFailed, RunStarted } from '@assay/proto/runs/v1/run_events';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import type { Started } from '../start.ts';
import { startWithEvents } from '../started-project.ts';

let running: Started;
let events: EventConnection;
let call: OutgoingCall;
let projectId: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ running, call, projectId, events, stop } = await startWithEvents());
});
afterAll(() => stop());

const { COMPLETED, FAILED, PENDING, RUNNING } = PipelineRunStatus;
const createdAt = new Date('2026-11-19T16:21:37.000Z');
type Given = Readonly<Record<string, unknown>>;

/** What happens to one run over one file, as events; `attempt` is the first unless given. */
function runOver(fileId = newId(), of: Given = {}) {
  const runId = newId();
  const told = <T>(type: MessageType<T>, fields: Given = {}, attempt = 1): OutboxEntry => {
    const changedAt = new Date(createdAt.getTime() + 1_000);
    const singleFileRun = { fileId, pipelineSlug: 'image-authenticity', attempt, createdAt, changedAt };
    const { organizationId } = call;
    const value = { runId, projectId, organizationId, singleFileRun, ...of, ...fields };
    return newEvent(type, type.fromPartial(value as object), { organizationId });
  };
  return {
    runId,
    fileId,
    started: (attempt?: number) => told(RunStarted, {}, attempt),
    began: (attempt?: number) => told(RunBegan, {}, attempt),
    completed: (attempt?: number) =>
      told(RunCompleted, { verdict: Verdict.UNVERIFIED, confidence: 0.2 }, attempt),
    failed: (attempt?: number) => told(RunFailed, { error: 'canceled' }, attempt),
  };
}

/** Publishes them in this order, each once the one before was handled. */
async function tell(...entries: readonly OutboxEntry[]): Promise<void> {
  for (const entry of entries) {
    await createPublisher(events).publish(entry);
    await eventually(async () => {
      for await (const { name, num_pending, num_ack_pending } of events.jsm.consumers.list(
        events.namespace.stream('RUNS'),
      )) {
        expect([name, num_pending, num_ack_pending]).toEqual([name, 0, 0]);
      }
    });
  }
}

/** The runs that were asked about, as often as they were. */
async function questions(): Promise<readonly string[]> {
  const { jsm, namespace } = events;
  const name = namespace.stream('FILES');
  const { first_seq: first, last_seq: last } = (await jsm.streams.info(name)).state;
  const stream = await jsm.streams.get(name);
  const found: string[] = [];
  for (let seq = Math.max(1, first); seq <= last; seq += 1) {
    const message = await stream.getMessage({ seq });
    if (message.subject !== namespace.subject(PipelineRunOverdue.$type)) continue;
    found.push(PipelineRunOverdue.decode(message.data).runId);
  }
  return found;
}

async function listed(fileId: string): Promise<readonly PipelineRun[]> {
  const page = { projectId, fileId, limit: 20, offset: 0 };
  return (await running.pipelineRuns.listPipelineRuns(call, page)).pipelineRuns;
}

describe('the record of a run over a single file', () => {
  it('follows the run to its verdict', async () => {
    const run = runOver();
    const { runId: id, fileId } = run;
    await tell(run.started());
    const { organizationId } = call;
    const record = {
      id,
      jobId: id,
      fileId,
      projectId,
      organizationId,
      pipelineSlug: 'image-authenticity',
      createdAt,
      status: PENDING,
      result: undefined,
      error: undefined,
    };
    expect(await listed(fileId)).toMatchObject([record]);
    await tell(run.began());
    expect(await listed(fileId)).toMatchObject([{ ...record, status: RUNNING }]);
    await tell(run.completed());
    const result = { verdict: 'unverified', confidence: 0.2 };
    expect(await listed(fileId)).toMatchObject([{ ...record, status: COMPLETED, result }]);
  });

  it('stands at the latest that was told, whatever arrives late or twice', async () => {
    const run = runOver();
    await tell(run.completed(), run.began(), run.started(), run.completed());
    expect(await listed(run.fileId)).toMatchObject([{ status: COMPLETED }]);
  });

  it('says why the run failed, and begins anew when that is restarted', async () => {
    const run = runOver();
    await tell(run.started(), run.failed());
    expect(await listed(run.fileId)).toMatchObject([{ status: FAILED, error: 'canceled' }]);
    await tell(run.started(2), run.failed(1));
    expect(await listed(run.fileId)).toMatchObject([{ status: PENDING, error: undefined }]);
  });

  it('is asked about when it stays open, less and less often, until its end is told', async () => {
    const run = runOver();
    const ended = runOver();
    await tell(run.started(), run.began(), ended.started(), ended.completed());
    running.clock.advance(31 * 60_000);
    await eventually(async () => expect(await questions()).toContain(run.runId));
    expect(await questions()).not.toContain(ended.runId);
    const before = (await questions()).filter((id) => id === run.runId).length;
    running.clock.advance(31 * 60_000);
    await eventually(async () => {
      expect((await questions()).filter((id) => id === run.runId).length).toBeGreaterThan(before);
    });
    await tell(run.completed());
    expect(await listed(run.fileId)).toMatchObject([{ status: COMPLETED }]);
    const open = { _id: run.runId as never, dueAt: null };
    expect(await running.db.collection('pipeline_runs').countDocuments(open)).toBe(1);
  });

  it('is asked about also when a version before has stored it', async () => {
    const run = runOver();
    await tell(run.started());
    const stored = running.db.collection('pipeline_runs');
    await stored.updateOne({ _id: run.runId as never }, { $unset: { dueAt: true } });
    await eventually(async () => expect(await questions()).toContain(run.runId));
  });

  it('is none for other runs, nor in a project that is gone', async () => {
    const other = runOver(newId(), { singleFileRun: undefined });
    const gone = runOver(newId(), { projectId: newId() });
    const before = await running.db.collection('pipeline_runs').countDocuments();
    await tell(other.started(), other.completed(), gone.started());
    expect(await running.db.collection('pipeline_runs').countDocuments()).toBe(before);
  });

  it('is none for another organization', async () => {
    const run = runOver(newId(), { organizationId: newId() });
    await tell(run.started());
    expect(await listed(run.fileId)).toEqual([]);
  });
});

it.each([
  ['on-run-started', 'started', { runId: '' }],
  ['on-run-began', 'began', { organizationId: '' }],
  ['on-run-completed', 'completed', { projectId: '' }],
  ['on-run-failed', 'failed', { singleFileRun: { fileId: newId(), attempt: 1 } }],
] as const)('%s gives up what does not name its run, and goes on', async (handler, event, wrong) => {
  const consumer = `projects-files__${handler}`;
  const before = await countDeadLetters(events, consumer);
  await createPublisher(events).publish(runOver(newId(), wrong)[event]());
  await eventually(async () => expect(await countDeadLetters(events, consumer)).toBe(before + 1));
  const run = runOver();
  await tell(run[event]());
  expect(await listed(run.fileId)).toHaveLength(1);
});
