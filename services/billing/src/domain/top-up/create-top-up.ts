import type { CallContext } from '@assay/chassis/call-context';
import { readUserId } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { PaymentProvider } from '../payment/payment-provider.ts';
import { openAccount } from '../posting/open-account.ts';
import type { OpenAccountDeps } from '../posting/open-account.ts';
import { newTopUp } from './top-up.ts';
import type { TopUp } from './top-up.ts';

export interface CreateTopUpInput {
  readonly amountCents: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

type CreateTopUpDeps = OpenAccountDeps & Pick<Deps, 'payments' | 'transactions'>;

/**
 * Begins a payment: the pending transaction first, then the provider's checkout under its id. Dying in between leaves a
 * transaction that nobody can pay and that expires, or that the same call, made again, goes on with.
 */
export async function createTopUp(
  deps: CreateTopUpDeps,
  call: CallContext,
  input: CreateTopUpInput,
): Promise<TopUp> {
  const { payments } = deps;
  if (payments === undefined) {
    throw new DomainError(
      'FAILED_PRECONDITION',
      'PAYMENTS_NOT_CONFIGURED',
      'No payment provider is configured. Ask the operator of the platform.',
    );
  }
  const begun = await begin(deps, call, { ...input, provider: payments.name });
  return begun.checkout.url === '' ? open(deps, payments, begun) : begun;
}

async function begin(
  deps: CreateTopUpDeps,
  call: CallContext,
  { provider, amountCents, successUrl, cancelUrl }: CreateTopUpInput & { readonly provider: string },
): Promise<TopUp> {
  const { organizationId } = call;
  const { paymentSource } = await openAccount(deps, organizationId);
  const customerId = paymentSource?.provider === provider ? paymentSource.customerId : '';
  const checkout = { isAutomatic: false, successUrl, cancelUrl, customerId };
  const beginning = { id: newIdFor(call), organizationId, userId: readUserId(call), amountCents };
  return deps.transactions.topUps.ensure(
    newTopUp({ ...beginning, provider, checkout }, deps.clock.now()),
    call,
  );
}

async function open(
  { clock, transactions }: CreateTopUpDeps,
  payments: PaymentProvider,
  topUp: TopUp,
): Promise<TopUp> {
  const { id, organizationId, amountCents, checkout } = topUp;
  const { successUrl, cancelUrl, customerId, expiresAt } = checkout;
  const request = { topUpId: id, organizationId, amountCents, successUrl, cancelUrl, customerId, expiresAt };
  const opened = await payments.openCheckout(request);
  await transactions.topUps.opened(id, opened, clock.now());
  const { url, providerTransactionId } = opened;
  return { ...topUp, providerTransactionId, checkout: { ...checkout, url, expiresAt: opened.expiresAt } };
}
