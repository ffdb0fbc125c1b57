import { auditStream } from '@assay/chassis/events/audit';
import { durablesOf } from '@assay/chassis/events/consumer';
import type { Holdings } from '@assay/chassis/process/holdings';
import { consumers } from './consumers.ts';
import { accountCollection, accountIndexes } from './store/account-store.ts';
import { holdCollection, holdIndexes } from './store/hold-store.ts';
import { ledgerCollection, ledgerIndexes } from './store/ledger-store.ts';
import { transactionCollection, transactionIndexes } from './store/transaction-store.ts';
import { billingStream, billingWorkStream } from './streams.ts';

const name = 'billing';
export const consumerTuning = { concurrency: 8 };

/** What billing owns, for its prepare command and for the look of its processes whether it is there. */
export function holdingsOf(): Holdings {
  return {
    name,
    indexes: {
      [accountCollection]: accountIndexes,
      [ledgerCollection]: ledgerIndexes,
      [holdCollection]: holdIndexes,
      [transactionCollection]: transactionIndexes,
    },
    outboxes: [accountCollection, transactionCollection],
    streams: [auditStream, billingStream, billingWorkStream],
    durables: durablesOf(name, consumers, consumerTuning),
  };
}
