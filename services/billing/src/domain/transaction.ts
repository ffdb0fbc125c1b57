import type { LedgerEntry } from './account.ts';

/** A payment as customers see it. */
export interface Transaction {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly type: 'charge';
  readonly status: 'succeeded';
  readonly currency: 'EUR';
  readonly amountCents: number;
  readonly taxCents: number;
  /** The cause of the ledger entry it was made from. */
  readonly idempotencyKey: string;
  readonly provider: 'balance';
  /** The run. */
  readonly reference: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The record of a charge; undefined for entries that are no payment. */
export function transactionOf(entry: LedgerEntry, id: string): Transaction | undefined {
  if (entry.type !== 'charge') return undefined;
  return {
    id,
    organizationId: entry.organizationId,
    userId: entry.userId,
    type: 'charge',
    status: 'succeeded',
    currency: 'EUR',
    amountCents: entry.amountCents,
    taxCents: 0,
    idempotencyKey: entry.cause,
    provider: 'balance',
    reference: entry.runId,
    description: `Verification run ${entry.runId}`,
    createdAt: entry.createdAt,
    updatedAt: entry.createdAt,
  };
}
