import { readAnswerId } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

export type TransactionType = 'charge' | 'refund';
export type TransactionStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

export interface TransactionFilter {
  readonly status?: TransactionStatus | undefined;
  readonly type?: TransactionType | undefined;
}

/** A payment as customers see it: into the account through a provider, or out of it for a run or a job. */
export interface Transaction {
  readonly id: string;
  readonly organizationId: string;
  /** Empty: nobody in particular. */
  readonly userId: string;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly currency: 'EUR';
  readonly amountCents: number;
  readonly taxCents: number;
  /** The cause of its ledger entry. */
  readonly idempotencyKey: string;
  /** `balance`, or the payment provider. */
  readonly provider: string;
  /** Empty: none. */
  readonly providerTransactionId: string;
  /** The run or job, or the transaction that is refunded. Empty: none. */
  readonly reference: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string | boolean>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The record of what a run, or an accepted answer of a job, was charged. */
export function chargeTransaction(entry: LedgerEntry, id: string): Transaction {
  const { jobId } = entry;
  if (jobId !== undefined) {
    return {
      ...succeeded(entry, id),
      reference: jobId,
      description: `Crowd job ${jobId}`,
      metadata: buildMetadata(entry),
    };
  }
  return {
    ...succeeded(entry, id),
    reference: entry.runId,
    description: `Verification run ${entry.runId}`,
  };
}

/** The record of what was refunded of `refundedId`: to the balance, or by the provider out of it. */
export function refundTransaction(entry: LedgerEntry, id: string, refundedId: string): Transaction {
  const { payment, note } = entry;
  return {
    ...succeeded(entry, id),
    type: 'refund',
    amountCents: Math.abs(entry.amountCents),
    provider: payment?.provider ?? 'balance',
    providerTransactionId: payment?.providerTransactionId ?? '',
    reference: refundedId,
    description: note ?? 'Refund',
    metadata: buildMetadata(entry),
  };
}

/** Names the run, and the answer with its job and, in a run, its stage. */
function buildMetadata(entry: LedgerEntry): Transaction['metadata'] {
  const { runId, jobId, stageSlug } = entry;
  const run = runId === '' ? {} : { runId };
  if (jobId === undefined) return run;
  const stage = runId === '' || stageSlug === undefined ? {} : { stageSlug };
  return { ...run, jobId, ...stage, answerId: readAnswerId(entry) };
}

function succeeded(entry: LedgerEntry, id: string): Transaction {
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
    providerTransactionId: '',
    reference: '',
    description: '',
    metadata: {},
    createdAt: entry.createdAt,
    updatedAt: entry.createdAt,
  };
}
