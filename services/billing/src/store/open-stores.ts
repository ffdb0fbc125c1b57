import type { Db } from 'mongodb';
import type { Relay } from '@assay/chassis/mongo/relay';
import { createAccountStore } from './account-store.ts';
import { createAutoTopUpStore } from './auto-top-up-store.ts';
import { createHoldStore } from './hold-store.ts';
import { createLedgerStore } from './ledger-store.ts';
import { createPaymentEventStore } from './payment-event-store.ts';
import { createTopUpStore } from './top-up-store.ts';
import { createTransactionStore } from './transaction-store.ts';

/** Everything billing keeps in its database. */
export function openStores(db: Db, relay: Pick<Relay, 'notify'>) {
  return {
    accounts: createAccountStore(db, relay),
    autoTopUps: createAutoTopUpStore(db, relay),
    ledger: createLedgerStore(db),
    holds: createHoldStore(db),
    transactions: createTransactionStore(db),
    topUps: createTopUpStore(db, relay),
    paymentEvents: createPaymentEventStore(db),
  };
}
