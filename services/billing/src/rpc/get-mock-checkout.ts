import type { CallContext } from '@assay/chassis/call-context';
import type {
  GetMockCheckoutRequest,
  GetMockCheckoutResponse,
} from '@assay/proto/billing/v1/top_ups_service';
import type { Deps } from '../deps.ts';
import { findMockCheckout } from '../domain/payment/mock-checkout.ts';
import { statusAt } from '../domain/top-up/top-up.ts';
import { toStatusMessage } from './transaction-message.ts';

export async function getMockCheckout(
  deps: Deps,
  _call: CallContext,
  { checkoutToken }: GetMockCheckoutRequest,
): Promise<GetMockCheckoutResponse> {
  const topUp = await findMockCheckout(deps, checkoutToken);
  const status = toStatusMessage(statusAt(topUp, deps.clock.now()));
  return { amountCents: topUp.amountCents, status };
}
