import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { topUpCause } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import type { TopUp } from './top-up.ts';

export interface PaidPayment {
  readonly paymentId: string;
  readonly customerId: string;
}

/** Credits what was paid, once. The transaction follows the ledger entry, so that no crash parts them. */
export async function creditTopUp(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  topUp: TopUp,
  paid: PaidPayment,
): Promise<void> {
  const cause = topUpCause(topUp.id);
  await postings.run({
    organizationId: topUp.organizationId,
    causes: [cause],
    decide: (account, applied) =>
      applied.has(cause) ? undefined : creditOf(account, { topUp, paid, now: clock.now() }),
  });
}

interface Credit {
  readonly topUp: TopUp;
  readonly paid: PaidPayment;
  readonly now: Date;
}

function creditOf({ autoTopUp, pendingAutoTopUp }: Account, { topUp, paid, now }: Credit): Posting {
  const { id: transactionId, provider, amountCents, userId } = topUp;
  const { paymentId, customerId } = paid;
  const payment = { provider, transactionId, providerTransactionId: paymentId };
  const isChargeable = paymentId !== '' && customerId !== '';
  return {
    entries: [{ type: 'top_up', cause: topUpCause(topUp.id), amountCents, runId: '', userId, payment }],
    settings: {
      lastTopUp: { amountCents, paidAt: now },
      ...(isChargeable ? { paymentSource: { provider, customerId, paymentId } } : {}),
      ...(pendingAutoTopUp?.topUpId === topUp.id ? { pendingAutoTopUp: null } : {}),
      ...(autoTopUp === null ? {} : { autoTopUp: { ...autoTopUp, failures: 0, lastError: '' } }),
    },
  };
}
