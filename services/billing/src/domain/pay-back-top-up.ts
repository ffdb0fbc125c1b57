import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { LedgerEntry } from './account.ts';
import type { Move } from './move.ts';
import { topUpCause } from './payment.ts';
import type { TopUp } from './top-up.ts';

export interface PaidBack {
  readonly paymentId: string;
  /** So far, in all. */
  readonly refundedCents: number;
}

/**
 * Takes out of the account what the provider paid back to the customer, also when it was spent already: the balance may
 * then be negative. Providers tell the sum so far, so events that come late or twice take nothing more.
 * FAILED_PRECONDITION while the payment itself was not credited: the provider tries again.
 */
export async function payBackTopUp(
  { moves }: Pick<Deps, 'moves'>,
  topUp: TopUp,
  paidBack: PaidBack,
): Promise<void> {
  const { refundedCents } = paidBack;
  if (refundedCents > topUp.amountCents) {
    throw new DomainError('FAILED_PRECONDITION', 'PAYMENT_MISMATCH', 'more was paid back than was paid');
  }
  const cause = topUpCause(topUp.id);
  await moves.run({
    organizationId: topUp.organizationId,
    causes: [cause],
    subject: { transactionId: topUp.id },
    decide(_account, applied, entries) {
      if (applied.has(cause)) return payBackOf(topUp, paidBack, entries);
      throw new DomainError('FAILED_PRECONDITION', 'PAYMENT_NOT_APPLIED', 'the payment was not credited yet');
    },
  });
}

function payBackOf(
  { id: transactionId, provider, userId }: TopUp,
  { paymentId, refundedCents }: PaidBack,
  entries: readonly LedgerEntry[],
): Move | undefined {
  const beforeCents = entries
    .filter(({ amountCents }) => amountCents < 0)
    .reduce((sum, { amountCents }) => sum - amountCents, 0);
  if (refundedCents <= beforeCents) return undefined;
  const step = {
    type: 'top_up',
    cause: `top_up_refund:${transactionId}:${refundedCents.toString()}`,
    amountCents: beforeCents - refundedCents,
    runId: '',
    userId,
    payment: { provider, transactionId, providerTransactionId: paymentId },
    note: 'Paid back by the payment provider',
  } as const;
  return { steps: [step] };
}
