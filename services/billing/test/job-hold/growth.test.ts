import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { openBillingDatabase } from '../processes.ts';
import { createJobMoney } from './job-money.ts';

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

/** Returns the bytes that the action sends and receives until its entries are in the ledger. */
async function countBytes(organizationId: string, act: () => Promise<unknown>): Promise<number> {
  await deps.drainer.drain(organizationId);
  bytes = 0;
  await act();
  await deps.drainer.drain(organizationId);
  return bytes;
}

async function countBytesAfter(charges: number) {
  const [organizationId, jobId] = [newId(), newId()];
  const money = createJobMoney({ organizationId, jobId });
  await money.place(50_000)(deps);
  for (let done = 0; done < charges; done += 10) {
    await Promise.all(Array.from({ length: 10 }, () => money.charge(newId(), 2)(deps)));
  }
  const count = (act: (process: Deps) => Promise<unknown>) => countBytes(organizationId, () => act(deps));
  const answerId = newId();
  return {
    charging: await count(money.charge(answerId, 2)),
    chargingAgain: await count(money.charge(answerId, 2)),
    releasing: await count(money.release('unused', 2)),
    raising: await count(money.place(2, 'raise')),
    ending: await count(money.end()),
  };
}

describe('the bytes that a posting of a job sends and receives', () => {
  it('are the same after 2,000 charges as after 10', async () => {
    const [few, many] = [await countBytesAfter(10), await countBytesAfter(2_000)];
    const grown = Object.entries(few).filter(
      ([posting, size]) => many[posting as keyof typeof many] / size > 1.2,
    );
    expect({ grown, few, many }).toMatchObject({ grown: [] });
  });

  it('are about those of runs when 100 are posted at once', async () => {
    const [organizationId, jobId] = [newId(), newId()];
    const money = createJobMoney({ organizationId, jobId });
    const runIds = Array.from({ length: 100 }, newId);
    const by = { organizationId, amountCents: 6, userId: 'user', credentialId: '' };
    await Promise.all(runIds.map((runId) => placeHold(deps, { ...by, runId })));
    await money.place(600)(deps);
    const ofRuns = await countBytes(organizationId, () =>
      Promise.all(runIds.map((runId) => settleHold(deps, { organizationId, runId, costCents: 6 }))),
    );
    const ofAnswers = await countBytes(organizationId, () =>
      Promise.all(runIds.map(() => money.charge(newId(), 6)(deps))),
    );
    expect(ofAnswers / ofRuns).toBeLessThan(1.2);
  });
});
