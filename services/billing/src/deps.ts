import type { Clock } from '@assay/chassis/clock';
import type { TypedClient } from '@assay/chassis/grpc/client';
import type { Logger } from '@assay/chassis/logger';
import type { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { MoveQueue } from './domain/move.ts';
import type { LedgerDrainer } from './ledger-drainer.ts';
import type { MockCheckouts } from './payments/mock-provider.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { AccountStore } from './store/account-store.ts';
import type { LedgerStore } from './store/ledger-store.ts';
import type { PaymentEventStore } from './store/payment-event-store.ts';
import type { TopUpStore } from './store/top-up-store.ts';
import type { TransactionStore } from './store/transaction-store.ts';

export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accounts: AccountStore;
  readonly ledger: LedgerStore;
  readonly transactions: TransactionStore;
  readonly topUps: TopUpStore;
  readonly paymentEvents: PaymentEventStore;
  readonly drainer: Pick<LedgerDrainer, 'notify' | 'drain'>;
  /** The only way money moves. */
  readonly moves: MoveQueue;
  /** Undefined: nothing can be paid in. */
  readonly payments: PaymentProvider | undefined;
  /** Undefined unless the mock is the payment provider. */
  readonly mockCheckouts: MockCheckouts | undefined;
  /** The people who run an organization. */
  readonly contacts: Pick<TypedClient<typeof ContactsServiceService>, 'notifyAdmins'>;
  /** What a new account starts with. */
  readonly welcomeCreditCents: number;
}
