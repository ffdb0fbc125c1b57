import { auditStream } from '@assay/chassis/events/audit';
import { listDurables } from '@assay/chassis/events/consumer';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import { consumers } from './consumers.ts';
import { accountCollection, accountIndexes } from './store/account/account-store.ts';
import { holdCollection, holdIndexes } from './store/hold-store.ts';
import { ledgerCollection, ledgerIndexes } from './store/ledger-store.ts';
import { paymentEventCollection } from './store/payment-event-store.ts';
import { transactionCollection, transactionIndexes } from './store/transaction/transaction-store.ts';
import { billingStream, billingWorkStream } from './streams.ts';

const name = 'billing';
export const consumerTuning = { concurrency: 8 };

/**
 * Of every collection the service owns. A backup reads them in this order: of what is written one after the other, the last comes
 * first, so that a copy never has the later without the earlier.
 */
export const indexes: ServiceResources['indexes'] = {
  [paymentEventCollection]: [],
  [accountCollection]: accountIndexes,
  [ledgerCollection]: ledgerIndexes,
  [holdCollection]: holdIndexes,
  [transactionCollection]: transactionIndexes,
};

/** What billing owns, for its prepare command and for the look of its processes whether it is there. */
export function declareResources(): ServiceResources {
  return {
    name,
    indexes,
    outboxes: [accountCollection, transactionCollection],
    streams: [auditStream, billingStream, billingWorkStream],
    durables: listDurables(name, consumers, consumerTuning),
  };
}
