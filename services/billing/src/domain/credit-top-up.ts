import type { Deps } from '../deps.ts';
import type { Account } from './account.ts';
import type { Move } from './move.ts';
import { topUpCause } from './payment.ts';
import type { TopUp } from './top-up.ts';

export interface PaidPayment {
  readonly paymentId: string;
  readonly customerId: string;
}

/** Credits what was paid, once. The transaction follows the ledger entry, so that no crash parts them. */
export async function creditTopUp(
  { clock, moves }: Pick<Deps, 'clock' | 'moves'>,
  topUp: TopUp,
  paid: PaidPayment,
): Promise<void> {
  const cause = topUpCause(topUp.id);
  await moves.run({
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

function creditOf({ autoTopUp, pendingAutoTopUp }: Account, { topUp, paid, now }: Credit): Move {
  const { id: transactionId, provider, amountCents, userId } = topUp;
  const { paymentId, customerId } = paid;
  const payment = { provider, transactionId, providerTransactionId: paymentId };
  const isChargeable = paymentId !== '' && customerId !== '';
  return {
    steps: [{ type: 'top_up', cause: topUpCause(topUp.id), amountCents, runId: '', userId, payment }],
    sets: {
      lastTopUp: { amountCents, paidAt: now },
      ...(isChargeable ? { paymentSource: { provider, customerId, paymentId } } : {}),
      ...(pendingAutoTopUp?.topUpId === topUp.id ? { pendingAutoTopUp: null } : {}),
      ...(autoTopUp === null ? {} : { autoTopUp: { ...autoTopUp, failures: 0, lastError: '' } }),
    },
  };
}
