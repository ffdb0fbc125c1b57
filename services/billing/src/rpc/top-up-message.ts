import type { TopUp as TopUpMessage } from '@assay/proto/billing/v1/top_up';
import type { GetMockCheckoutResponse } from '@assay/proto/billing/v1/top_ups_service';
import type { MockCheckout } from '../domain/payment/mock-checkout.ts';
import type { TopUp } from '../domain/top-up/top-up.ts';
import { transactionStatuses } from './transaction-message.ts';

export function toTopUpMessage({ id, status, checkout }: TopUp): TopUpMessage {
  const { url: checkoutUrl, expiresAt } = checkout;
  return { id, transactionId: id, status: transactionStatuses.toMessage(status), checkoutUrl, expiresAt };
}

export function toMockCheckoutMessage({ amountCents, status }: MockCheckout): GetMockCheckoutResponse {
  return { amountCents, status: transactionStatuses.toMessage(status) };
}
