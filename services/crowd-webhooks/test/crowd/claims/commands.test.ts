import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimTask } from '../../../src/domain/crowd/claim/claim-task.ts';
import { returnClaim } from '../../../src/domain/crowd/claim/end-claim.ts';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { callAs, createCrowdParts, newJob, receiveCall } from '../parts.ts';
import { listNames } from '../work.ts';

let started: Started;
let mongo: MongoConnection;
const names: string[] = [];

beforeAll(async () => {
  started = await start([]);
  const { config, platform } = started;
  mongo = await connectMongo({
    uri: config.mongodbUri,
    database: platform.database,
    appName: 'commands',
    monitorCommands: true,
  });
  mongo.client.on('commandStarted', ({ commandName }: CommandStartedEvent) => names.push(commandName));
});
afterAll(async () => {
  await mongo.close();
  await started.stop();
});

it.each([100, 10_000])('a claim among %d tasks takes four commands', async (count) => {
  const parts = createCrowdParts({ ...started, db: mongo.db }, listNames(count, 'item '));
  const call = receiveCall(started);
  const { job } = await newJob(parts, call);
  const claim = (worker: string) =>
    claimTask(parts, callAs(call, worker), { jobId: job.id, guestName: undefined });
  for (const worker of listNames(20, 'worker')) {
    // The first claim of a worker makes it a participant.
    const first = await claim(worker);
    await returnClaim(parts, callAs(call, worker), first.claim.id);
    names.length = 0;
    const next = await claim(worker);
    // After the last task the search goes on from the first one.
    const searches = names.length === 4 ? ['find'] : ['find', 'find'];
    expect(names).toEqual(['find', 'findAndModify', ...searches, 'update']);
    expect(next.task.id).not.toBe(first.task.id);
  }
});
