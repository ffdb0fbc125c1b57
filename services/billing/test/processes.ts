import { connectMongo } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { systemClock } from '@assay/chassis/clock';
import { createLogger } from '@assay/chassis/logger';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import type { Deps } from '../src/deps.ts';
import { createMoveQueue } from '../src/domain/move-queue.ts';
import { createLedgerDrainer } from '../src/ledger-drainer.ts';
import type { LedgerDrainer } from '../src/ledger-drainer.ts';
import { accountIndexes, createAccountStore } from '../src/store/account-store.ts';
import { createLedgerStore, ledgerIndexes } from '../src/store/ledger-store.ts';
import { createTransactionStore, transactionIndexes } from '../src/store/transaction-store.ts';

const logger = createLogger({ name: 'billing-test', level: 'silent' });

/** A billing database, on which any number of processes can work, without their network. */
export async function openBillingDatabase(welcomeCreditCents: number) {
  const platform = createTestPlatform();
  const { MONGODB_URI: uri = '' } = platform.environment('billing');
  const mongo = await connectMongo({ uri, database: platform.database, appName: 'billing-test' });
  const { db } = mongo;
  await ensureIndexes(db.collection('accounts'), accountIndexes);
  await ensureIndexes(db.collection('ledger'), ledgerIndexes);
  await ensureIndexes(db.collection('transactions'), transactionIndexes);
  const accounts = createAccountStore(db);
  const ledger = createLedgerStore(db);
  const transactions = createTransactionStore(db);
  const newDrainer = (): LedgerDrainer =>
    createLedgerDrainer({ accounts, ledger, transactions, clock: systemClock, logger });
  return {
    db,
    accounts,
    ledger,
    newDrainer,
    /** A process; one whose drainer is dead leaves its entries in the accounts. */
    newProcess(drainer: Deps['drainer'] = newDrainer()): Deps {
      const parts = { clock: systemClock, accounts, ledger, drainer, welcomeCreditCents };
      return { ...parts, moves: createMoveQueue(parts) };
    },
    close: () => mongo.close(),
  };
}

export const deadDrainer: Deps['drainer'] = { notify: () => undefined, drain: () => Promise.resolve(false) };
