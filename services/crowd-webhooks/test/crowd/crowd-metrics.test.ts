import { createMetrics } from '@assay/chassis/metrics';
import type { CallContext } from '@assay/chassis/call-context';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { hours, minutes } from '@assay/chassis/units';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptAnswer } from '../../src/domain/crowd/answer/accept-answer.ts';
import { acceptUnreviewed, completeInterrupted } from '../../src/domain/crowd/answer/sweep-answers.ts';
import { claimTask } from '../../src/domain/crowd/claim/claim-task.ts';
import { removeAbandonedJobs, settleOverdue } from '../../src/domain/crowd/job/sweep-jobs.ts';
import { blockWorker, completeBlocks } from '../../src/domain/crowd/worker/block-worker.ts';
import { measureCrowdWork } from '../../src/store/crowd/crowd-metrics.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from './parts.ts';
import type { CrowdParts } from './parts.ts';
import { answerTask } from './review-parts.ts';
import { findReason } from './work.ts';

const metrics = createMetrics('crowd-webhooks');
const commands: CommandStartedEvent[] = [];
let started: Started;
let mongo: MongoConnection;
let parts: CrowdParts;
let call: CallContext;

beforeAll(async () => {
  // Without a worker, whose sweeps would be faster than the test.
  started = await start([], { ROLES: 'api' });
  parts = createCrowdParts(started, ['one', 'two']);
  call = receiveCall(started);
  const { config, platform, clock } = started;
  const { mongodbUri: uri } = config;
  mongo = await connectMongo({ uri, database: platform.database, appName: 'metrics', monitorCommands: true });
  mongo.client.on('commandStarted', (command) => commands.push(command));
  measureCrowdWork(metrics, mongo.db, clock);
});
afterAll(async () => {
  await mongo.close();
  await started.stop();
});

/** Reads the lags by the kind of work. Those that are 0 are left out. */
async function readLags(): Promise<Readonly<Record<string, number>>> {
  const found = (await metrics.getMetricsAsJSON()).find(({ name }) => name === 'assay_crowd_lag_seconds');
  const lags = (found?.values ?? []).map(({ labels, value }) => [String(labels['work']), value] as const);
  expect(lags).toHaveLength(6);
  return Object.fromEntries(lags.filter(([, value]) => value > 0));
}

const died = () => Promise.reject(new Error('the process died'));
const atLeast = (value: number): number => expect.toSatisfy((lag: number) => lag >= value) as number;

describe('the lag of work on jobs', () => {
  it('is 0 while nothing is due', async () => {
    const { job } = await newJob(parts, call);
    await claimTask(parts, callAs(call, 'ann'), { jobId: job.id, guestName: undefined });
    expect(await readLags()).toEqual({});
  });

  it('is the age of an expired claim, until its slot is free', async () => {
    started.clock.advance(minutes(31));
    expect(await readLags()).toEqual({ expiry: atLeast(60) });
    await settleOverdue(parts);
    expect(await readLags()).toEqual({});
  });

  it('is the age of a creation that died, until its money is released', async () => {
    const dying = { ...parts, tasks: { ...parts.tasks, insertMany: died } };
    expect(await findReason(newJob(dying, call))).toContain('died');
    started.clock.advance(minutes(2));
    expect(await readLags()).toEqual({ creation: atLeast(120) });
    await removeAbandonedJobs(parts);
    expect(await readLags()).toEqual({});
  });

  it('is the age of an interrupted review or block, until a sweep completes it', async () => {
    const { job } = await newJob(parts, call);
    const answer = await answerTask(parts, callAs(call, 'bob'), job.id);
    const dying = { ...parts, tasks: { ...parts.tasks, replace: died } };
    const review = { jobId: job.id, answerId: answer.id, note: undefined };
    expect(await findReason(acceptAnswer(dying, call, review))).toContain('died');
    const blocking = { ...parts, participants: { ...parts.participants, setBlocked: died } };
    const block = { workerId: answer.workerId, reason: 'The worker used a script.' };
    expect(await findReason(blockWorker(blocking, call, block))).toContain('died');
    started.clock.advance(minutes(2));
    expect(await readLags()).toEqual({ completion: atLeast(120), block: atLeast(120) });
    await completeInterrupted(parts);
    await completeBlocks(parts);
    expect(await readLags()).toEqual({});
  });

  it('is the time since an answer had to be accepted and since a job had to end', async () => {
    const { job } = await newJob(parts, call, {
      validUntil: new Date(started.clock.now().getTime() + hours(2)),
    });
    await answerTask(parts, callAs(call, 'eve'), job.id);
    started.clock.advance(hours(3));
    expect(await readLags()).toEqual({ end: atLeast(3_600) });
    await settleOverdue(parts);
    started.clock.advance(hours(168));
    expect(await readLags()).toEqual({ acceptance: atLeast(3_600) });
    await acceptUnreviewed(parts);
    expect(await readLags()).toEqual({});
  });

  it('is read from indexes', async () => {
    expect(commands.length).toBeGreaterThan(20);
    expect(await findUncoveredQueries(commands, mongo.db)).toEqual([]);
  });
});
