import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { releaseHold } from '../../src/domain/hold/release-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { openBillingDatabase } from '../processes.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
let watched: MongoConnection;
let deps: Deps;
let bytes = 0;
beforeAll(async () => {
  database = await openBillingDatabase(100_000);
  const { MONGODB_URI: uri = '' } = createTestPlatform().environment('billing');
  const name = database.db.databaseName;
  watched = await connectMongo({ uri, database: name, appName: 'billing-test', monitorCommands: true });
  watched.client.on('commandStarted', ({ command }) => (bytes += BSON.calculateObjectSize(command)));
  watched.client.on('commandSucceeded', ({ reply }) => (bytes += BSON.calculateObjectSize(reply as object)));
  deps = database.newProcess({ db: watched.db });
});
afterAll(async () => {
  await Promise.all([watched.close(), database.close()]);
});

/** What is sent and received for it, recorded in the ledger included. */
async function bytesOf(organizationId: string, act: () => Promise<unknown>): Promise<number> {
  await deps.drainer.drain(organizationId);
  bytes = 0;
  await act();
  await deps.drainer.drain(organizationId);
  return bytes;
}

async function bytesBeside(openHolds: number) {
  const organizationId = newId();
  const by = { organizationId, amountCents: 2, userId: 'user', credentialId: '' };
  const place = (runId: string) => placeHold(deps, { ...by, runId });
  await Promise.all(Array.from({ length: openHolds }, () => place(newId())));
  const [settled, released] = [newId(), newId()];
  return {
    placing: await bytesOf(organizationId, () => place(settled)),
    placingAgain: await bytesOf(organizationId, () => place(settled)),
    another: await bytesOf(organizationId, () => place(released)),
    settling: await bytesOf(organizationId, () =>
      settleHold(deps, { organizationId, runId: settled, costCents: 1 }),
    ),
    releasing: await bytesOf(organizationId, () => releaseHold(deps, { organizationId, runId: released })),
  };
}

describe('what a posting sends and receives', () => {
  it('is the same beside 1,000 open holds as beside 10', async () => {
    const [few, many] = [await bytesBeside(10), await bytesBeside(1_000)];
    const grown = Object.entries(few).filter(
      ([posting, size]) => many[posting as keyof typeof many] / size > 1.2,
    );
    expect({ grown, few, many }).toMatchObject({ grown: [] });
  });
});
