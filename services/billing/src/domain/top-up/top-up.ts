import { days } from '@assay/chassis/units';
import { topUpCause } from '../ledger/ledger-entry.ts';
import type { Transaction, TransactionStatus } from '../transaction/transaction.ts';

/** How long it can be paid, unless the provider says otherwise. */
const topUpLifetimeMs = days(1);

/** A payment into the account, through a provider. */
export interface TopUp extends Transaction {
  readonly checkout: Checkout;
}

export interface Checkout {
  /** Whether the platform began it, with nobody there. */
  readonly isAutomatic: boolean;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The provider's id of who pays, from an earlier payment. Empty: not known yet. */
  readonly customerId: string;
  /** Where to pay. Empty: the provider has not said yet, or nobody has to. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** Where it stands now: one that can no longer be paid is canceled, whether or not somebody has written that down. */
export function statusAt({ status, checkout }: TopUp, now: Date): TransactionStatus {
  return status === 'pending' && checkout.expiresAt <= now ? 'canceled' : status;
}

export interface TopUpBeginning {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly amountCents: number;
  readonly provider: string;
  readonly checkout: Omit<Checkout, 'url' | 'expiresAt'>;
}

/** One that nobody has paid yet. */
export function newTopUp({ checkout, ...beginning }: TopUpBeginning, now: Date): TopUp {
  return {
    ...beginning,
    type: 'charge',
    status: 'pending',
    currency: 'EUR',
    taxCents: 0,
    idempotencyKey: topUpCause(beginning.id),
    providerTransactionId: '',
    reference: '',
    description: checkout.isAutomatic ? 'Automatic top-up' : 'Top-up',
    metadata: { automatic: checkout.isAutomatic },
    createdAt: now,
    updatedAt: now,
    checkout: { ...checkout, url: '', expiresAt: new Date(now.getTime() + topUpLifetimeMs) },
  };
}
