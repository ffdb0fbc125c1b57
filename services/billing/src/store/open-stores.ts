import type { Db } from 'mongodb';
import type { Relay } from '@assay/chassis/mongo/relay';
import { createAccountStore } from './account/account-store.ts';
import { createHoldStore } from './hold-store.ts';
import { createLedgerStore } from './ledger-store.ts';
import { createPaymentEventStore } from './payment-event-store.ts';
import { createTransactionStore } from './transaction/transaction-store.ts';

/** Opens the stores of all collections. */
export function openStores(db: Db, relay: Pick<Relay, 'notify'>) {
  const ledger = createLedgerStore(db);
  const holds = createHoldStore(db);
  return {
    ledger,
    holds,
    accounts: createAccountStore(db, relay, { ledger, holds }),
    transactions: createTransactionStore(db, relay),
    paymentEvents: createPaymentEventStore(db),
  };
}
