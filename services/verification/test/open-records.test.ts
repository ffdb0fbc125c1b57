import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { PipelineRunOverdue } from '@assay/proto/files/v1/file_events';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import { countDeadLetters } from '@assay/test-kit/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCrowdPlatform } from './crowd/crowd-platform.ts';
import type { CrowdPlatform } from './crowd/crowd-platform.ts';

const consumer = 'verification__on-pipeline-run-overdue';

let platform: CrowdPlatform;
beforeAll(async () => {
  platform = await startCrowdPlatform();
});
afterAll(() => platform.stop());

async function ask(organizationId: string, runId: string): Promise<void> {
  const event = newEvent(PipelineRunOverdue, { organizationId, runId }, { organizationId });
  await createPublisher(platform.events).publish(event);
}

/** How often the end of any run was told. */
async function toldEnds(): Promise<number> {
  const { jsm, namespace } = platform.events;
  const subject = namespace.subject(RunFailed.$type);
  const { state } = await jsm.streams.info(namespace.stream('RUNS'), { subjects_filter: subject });
  return state.subjects?.[subject] ?? 0;
}

async function handled(): Promise<void> {
  const { jsm, namespace } = platform.events;
  await eventually(async () => {
    const { num_pending, num_ack_pending } = await jsm.consumers.info(namespace.stream('FILES'), consumer);
    expect([num_pending, num_ack_pending]).toEqual([0, 0]);
  });
}

it('tells the end of a run again, as often as somebody has not heard of it, and nothing of one under way', async () => {
  const run = await platform.startRun();
  const { organizationId, id } = run;
  await eventually(async () => expect((await platform.find(run))?.status).toBe('awaiting_crowd'));
  await ask(organizationId, id);
  await handled();
  expect(await toldEnds()).toBe(0);
  await platform.asUser.cancelRun(platform.user(run), { runId: id, projectId: '' });
  await eventually(async () => expect(await toldEnds()).toBe(1));
  await ask(organizationId, id);
  await eventually(async () => expect(await toldEnds()).toBe(2));
  await ask(organizationId, id);
  await eventually(async () => expect(await toldEnds()).toBe(3));
});

it('tells nothing of a run that is not there, or is of another organization', async () => {
  const run = await platform.startRun();
  await platform.asUser.cancelRun(platform.user(run), { runId: run.id, projectId: '' });
  await eventually(async () => expect(await toldEnds()).toBe(4));
  await ask(run.organizationId, newId());
  await ask(newId(), run.id);
  await handled();
  expect(await toldEnds()).toBe(4);
  expect(await countDeadLetters(platform.events, consumer)).toBe(0);
});

it('gives up what names no run, and goes on', async () => {
  await ask(newId(), '');
  await eventually(async () => expect(await countDeadLetters(platform.events, consumer)).toBe(1));
  await ask(newId(), newId());
  await handled();
  expect(await countDeadLetters(platform.events, consumer)).toBe(1);
});
