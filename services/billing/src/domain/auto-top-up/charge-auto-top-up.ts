import { createServiceCall } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { ChargeOutcome } from '../payment/payment-provider.ts';
import type { Account, PaymentSource, PendingAutoTopUp } from '../account/account.ts';
import { receivePaymentEvent } from '../payment/receive-payment-event.ts';
import type { ReceivePaymentEventDeps } from '../payment/receive-payment-event.ts';
import { newTopUp } from '../top-up/top-up.ts';
import type { TopUp } from '../top-up/top-up.ts';
import { failAutoTopUp } from '../top-up/fail-auto-top-up.ts';

type ChargeAutoTopUpDeps = ReceivePaymentEventDeps & Pick<Deps, 'accounts'>;

export interface AutoTopUpRequest {
  readonly organizationId: string;
  readonly topUpId: string;
}

/**
 * Charges the payment method of the last payment for the automatic top-up that is under way; nothing when it no longer
 * is. The money arrives as always: when the provider reports it.
 */
export async function chargeAutoTopUp(deps: ChargeAutoTopUpDeps, request: AutoTopUpRequest): Promise<void> {
  const account = await deps.accounts.find(request.organizationId);
  const pending = account?.pendingAutoTopUp;
  if (account === undefined || pending?.topUpId !== request.topUpId) return;
  const topUp = await beginAutoTopUp(deps, account, pending);
  if (topUp.status === 'failed') {
    await abandonAutoTopUp(deps, request, 'the payment failed');
    return;
  }
  const outcome = await charge(deps, topUp, account.paymentSource);
  if (outcome.kind === 'declined') await abandonAutoTopUp(deps, request, outcome.error);
  else if (outcome.reported !== undefined) await receivePaymentEvent(deps, topUp.provider, outcome.reported);
}

/** The transaction first: dying in between, the account still knows that there is something to end. */
export async function abandonAutoTopUp(
  deps: Pick<Deps, 'clock' | 'postings' | 'transactions'>,
  { organizationId, topUpId }: AutoTopUpRequest,
  error: string,
): Promise<void> {
  await deps.transactions.topUps.fail(topUpId, deps.clock.now());
  await failAutoTopUp(deps, { id: topUpId, organizationId }, error);
}

/** Its transaction, which is there from now on. */
export function beginAutoTopUp(
  { clock, payments, transactions }: Pick<Deps, 'clock' | 'payments' | 'transactions'>,
  { organizationId, paymentSource }: Account,
  { topUpId: id, amountCents }: PendingAutoTopUp,
): Promise<TopUp> {
  const { customerId = '', provider = '' } = paymentSource ?? {};
  const checkout = { isAutomatic: true, successUrl: '', cancelUrl: '', customerId };
  const beginning = { id, organizationId, userId: '', amountCents, provider: payments?.name ?? provider };
  const call = createServiceCall('billing', organizationId);
  return transactions.topUps.ensure(newTopUp({ ...beginning, checkout }, clock.now()), call);
}

function charge(
  { clock, payments }: ChargeAutoTopUpDeps,
  { id: topUpId, organizationId, amountCents }: TopUp,
  source: PaymentSource | null,
): Promise<ChargeOutcome> {
  if (payments === undefined || source?.provider !== payments.name) {
    return Promise.resolve({ kind: 'declined', error: 'there is no payment method to charge' });
  }
  return payments.charge({ topUpId, organizationId, amountCents, source, now: clock.now() });
}
