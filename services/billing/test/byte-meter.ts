import { connectMongo } from '@assay/chassis/mongo/connect';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { BSON } from 'mongodb';
import type { Deps } from '../src/deps.ts';
import type { openBillingDatabase } from './processes.ts';

/** A process of billing whose commands and replies are measured. */
export interface ByteMeter {
  readonly deps: Deps;
  /** Returns the bytes that the action sends and receives until its entries are in the ledger. */
  count(organizationId: string, act: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

export async function openByteMeter(
  database: Awaited<ReturnType<typeof openBillingDatabase>>,
): Promise<ByteMeter> {
  const { MONGODB_URI: uri = '' } = createTestPlatform().environment('billing');
  const name = database.db.databaseName;
  const watched = await connectMongo({ uri, database: name, appName: 'billing-test', monitorCommands: true });
  let bytes = 0;
  watched.client.on('commandStarted', ({ command }) => (bytes += BSON.calculateObjectSize(command)));
  watched.client.on('commandSucceeded', ({ reply }) => (bytes += BSON.calculateObjectSize(reply as object)));
  const deps = database.newProcess({ db: watched.db });
  return {
    deps,
    async count(organizationId, act) {
      await deps.drainer.drain(organizationId);
      bytes = 0;
      await act();
      await deps.drainer.drain(organizationId);
      return bytes;
    },
    close: () => watched.close(),
  };
}
