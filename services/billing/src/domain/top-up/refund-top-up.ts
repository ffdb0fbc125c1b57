import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { topUpCause } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import type { TopUp } from './top-up.ts';

export interface TopUpRefund {
  readonly paymentId: string;
  /** So far, in all. */
  readonly refundedCents: number;
}

/**
 * Takes out of the account what the provider refunded to the customer, also when it was spent already: the balance may
 * then be negative. Providers tell the sum so far, so events that come late or twice take nothing more.
 * FAILED_PRECONDITION while the payment itself was not credited: the provider tries again.
 */
export async function refundTopUp(
  { postings }: Pick<Deps, 'postings'>,
  topUp: TopUp,
  refund: TopUpRefund,
): Promise<void> {
  const { refundedCents } = refund;
  if (refundedCents > topUp.amountCents) {
    throw new DomainError('FAILED_PRECONDITION', 'PAYMENT_MISMATCH', 'The refunds exceed the payment.');
  }
  const cause = topUpCause(topUp.id);
  await postings.run({
    organizationId: topUp.organizationId,
    causes: [cause],
    subject: { transactionId: topUp.id },
    decide(_account, applied, entries) {
      if (applied.has(cause)) return refundOf(topUp, refund, entries);
      throw new DomainError(
        'FAILED_PRECONDITION',
        'PAYMENT_NOT_APPLIED',
        'The payment was not credited yet. Send the event again later.',
      );
    },
  });
}

function refundOf(
  { id: transactionId, provider, userId }: TopUp,
  { paymentId, refundedCents }: TopUpRefund,
  entries: readonly LedgerEntry[],
): Posting | undefined {
  const beforeCents = entries
    .filter(({ amountCents }) => amountCents < 0)
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
  if (refundedCents <= beforeCents) return undefined;
  const entry = {
    type: 'top_up',
    cause: `top_up_refund:${transactionId}:${refundedCents.toString()}`,
    amountCents: beforeCents - refundedCents,
    runId: '',
    userId,
    payment: { provider, transactionId, providerTransactionId: paymentId },
    note: 'Refunded by the payment provider',
  } as const;
  return { entries: [entry] };
}
