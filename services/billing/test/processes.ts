import type { Db } from 'mongodb';
import type { CallContext } from '@assay/chassis/call-context';
import { systemClock } from '@assay/chassis/clock';
import type { Clock } from '@assay/chassis/clock';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { Role } from '@assay/proto/access/v1/access';
import { callBy, createTestPlatform } from '@assay/test-kit/test-platform';
import type { Deps } from '../src/deps.ts';
import { createPostingQueue } from '../src/domain/posting/posting-queue.ts';
import { createMockProvider } from '../src/payments/mock-provider.ts';
import { accountIndexes } from '../src/store/account/account-store.ts';
import { holdIndexes } from '../src/store/hold-store.ts';
import { createLedgerDrainer } from '../src/store/ledger-drainer.ts';
import type { LedgerDrainer } from '../src/store/ledger-drainer.ts';
import { openStores } from '../src/store/open-stores.ts';
import { ledgerIndexes } from '../src/store/ledger-store.ts';
import { transactionIndexes } from '../src/store/transaction/transaction-store.ts';

const logger = createLogger({ name: 'billing-test', level: 'silent' });
const unheard = { notify: () => undefined };
const mock = createMockProvider({ secret: 'test', publicUrl: 'http://127.0.0.1' });

export interface ProcessOptions {
  readonly drainer?: Deps['drainer'];
  /** As this process sees the database. */
  readonly db?: Db;
  readonly clock?: Clock;
}

/** A billing database, on which any number of processes can work, without their network. */
export async function openBillingDatabase(welcomeCreditCents: number) {
  const platform = createTestPlatform();
  const variables = platform.environment('billing');
  const { MONGODB_URI: uri = '' } = variables;
  const mongo = await connectMongo({ uri, database: platform.database, appName: 'billing-test' });
  const { db } = mongo;
  await ensureIndexes(db.collection('accounts'), accountIndexes);
  await ensureIndexes(db.collection('ledger'), ledgerIndexes);
  await ensureIndexes(db.collection('holds'), holdIndexes);
  await ensureIndexes(db.collection('transactions'), transactionIndexes);
  const stores = openStores(db, unheard);
  const newDrainer = (over: ReturnType<typeof openStores> = stores): LedgerDrainer =>
    createLedgerDrainer({ ...over, clock: systemClock, logger });
  return {
    db,
    /** The environment of a process of its own. */
    variables,
    ...stores,
    mock,
    newDrainer,
    /** A process; one whose drainer is dead leaves its entries in the accounts. */
    newProcess(options: ProcessOptions = {}): Deps {
      const own = options.db === undefined ? stores : openStores(options.db, unheard);
      const drainer = options.drainer ?? newDrainer(own);
      const parts = { clock: options.clock ?? systemClock, logger, ...own, drainer, welcomeCreditCents };
      const contacts = { notifyAdmins: () => Promise.resolve({}) };
      return { ...parts, postings: createPostingQueue(parts), payments: mock, mockCheckouts: mock, contacts };
    },
    close: () => mongo.close(),
  };
}

/** A call by an admin, as an rpc gets it. */
export function adminCall(organizationId: string): CallContext {
  return {
    ...callBy({ organizationId, role: Role.ADMIN }),
    operation: newId(),
    traceparent: undefined,
    deadline: new Date(Date.now() + 60_000),
    signal: new AbortController().signal,
  };
}

export const deadDrainer: Deps['drainer'] = {
  notify: () => undefined,
  drain: () => Promise.resolve(false),
  sweep: () => Promise.resolve(),
};
