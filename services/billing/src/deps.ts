import type { Clock } from '@assay/chassis/clock';
import { openChannel } from '@assay/chassis/grpc/client';
import type { TypedClient } from '@assay/chassis/grpc/client';
import type { Logger } from '@assay/chassis/logger';
import { measureLag } from '@assay/chassis/metrics';
import type { ServiceBase } from '@assay/chassis/process/boot/service-base';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { Config } from './config.ts';
import { createPostingQueue } from './domain/posting/posting-queue.ts';
import type { PostingQueue } from './domain/posting/posting-queue.ts';
import { openPayments } from './payments/open-payments.ts';
import type { Payments } from './payments/open-payments.ts';
import type { AccountStore } from './store/account/account-store.ts';
import type { HoldStore } from './store/hold-store.ts';
import { countEntries } from './store/ledger-metrics.ts';
import { createLedgerDrainer } from './store/ledger-drainer.ts';
import type { LedgerDrainer } from './store/ledger-drainer.ts';
import type { LedgerStore } from './store/ledger-store.ts';
import { openStores } from './store/open-stores.ts';
import type { PaymentEventStore } from './store/payment-event-store.ts';
import type { TransactionStore } from './store/transaction/transaction-store.ts';

export interface Deps extends Payments {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly holds: HoldStore;
  readonly transactions: TransactionStore;
  readonly paymentEvents: PaymentEventStore;
  readonly drainer: Pick<LedgerDrainer, 'notify' | 'drain' | 'sweep'>;
  /** The only way money moves. */
  readonly postings: PostingQueue;
  /** The people who run an organization. */
  readonly contacts: Pick<TypedClient<typeof ContactsServiceService>, 'notifyAdmins'>;
  /** What a new account starts with. */
  readonly welcomeCreditCents: number;
}

const ledgerLag = {
  name: 'assay_ledger_lag_seconds',
  help: 'Age of the oldest entry that is not in the ledger yet, in seconds.',
};

export function createDeps(base: ServiceBase, config: Config): Deps {
  const { clock, db, relay, runtime } = base;
  const { logger } = runtime;
  const stores = openStores(db, relay);
  const drainer = createLedgerDrainer({ ...stores, clock, logger });
  runtime.lifecycle.onStop('ledger drainer', () => drainer.idle());
  measureLag(runtime.metrics, ledgerLag, () => drainer.lagMs());
  const { welcomeCreditCents } = config;
  const parts = { clock, logger, ...stores, drainer, welcomeCreditCents };
  return {
    ...parts,
    ...openPayments(runtime, config),
    postings: createPostingQueue({ ...parts, onPosted: countEntries(runtime.metrics) }),
    contacts: openContacts(base, config.identityOrgAddress),
  };
}

function openContacts({ tokens, runtime }: ServiceBase, address: string): Deps['contacts'] {
  return openChannel(runtime, 'identity-org', { address, tokens }).client(ContactsServiceService);
}
