import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { PipelineRunOverdue } from '@assay/proto/files/v1/file_events';
import { RunFailed } from '@assay/proto/runs/v1/run_events';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { loseStream, readEvents } from '@assay/test-kit/servers/lose-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runStream } from '../../src/streams.ts';
import { startCrowdPlatform } from '../crowd/crowd-platform.ts';
import type { CrowdPlatform } from '../crowd/crowd-platform.ts';

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

/** The ids of the events of runs that failed. */
async function storedEnds(): Promise<readonly string[]> {
  return (await readEvents(platform.events, runStream, RunFailed)).map(({ id }) => id);
}

async function handled(): Promise<void> {
  const { jsm, namespace } = platform.events;
  await eventually(async () => {
    const { num_pending, num_ack_pending } = await jsm.consumers.info(namespace.stream('FILES'), consumer);
    expect([num_pending, num_ack_pending]).toEqual([0, 0]);
  });
}

it('publishes the end of a run again under its id, which the stream stores once, and nothing of one under way', async () => {
  const run = await platform.startRun();
  const { organizationId, id } = run;
  await eventually(async () => expect((await platform.find(run))?.status).toBe('awaiting_crowd'));
  await ask(organizationId, id);
  await handled();
  expect(await storedEnds()).toEqual([]);
  await platform.asUser.cancelRun(platform.user(run), { runId: id, projectId: '' });
  await eventually(async () => expect(await storedEnds()).toHaveLength(1));
  const first = await storedEnds();
  await loseStream(platform.events, runStream);
  for (let time = 0; time < 2; time += 1) {
    await ask(organizationId, id);
    await handled();
    await eventually(async () => expect(await storedEnds()).toEqual(first));
  }
});

it('publishes nothing of a run that does not exist, or belongs to another organization', async () => {
  const run = await platform.startRun();
  await platform.asUser.cancelRun(platform.user(run), { runId: run.id, projectId: '' });
  await eventually(async () => expect(await storedEnds()).toHaveLength(2));
  await loseStream(platform.events, runStream);
  await ask(run.organizationId, newId());
  await ask(newId(), run.id);
  await handled();
  expect(await storedEnds()).toEqual([]);
  expect(await countDeadLetters(platform.events, consumer)).toBe(0);
});

it('gives up what names no run, and goes on', async () => {
  await ask(newId(), '');
  await eventually(async () => expect(await countDeadLetters(platform.events, consumer)).toBe(1));
  await ask(newId(), newId());
  await handled();
  expect(await countDeadLetters(platform.events, consumer)).toBe(1);
});
