import type { CallContext } from '@assay/chassis/call-context';
import type {
  EndMockCheckoutRequest,
  EndMockCheckoutResponse,
} from '@assay/proto/billing/v1/top_ups_service';
import type { Deps } from '../deps.ts';
import { endMockCheckout as end } from '../domain/payment/mock-checkout.ts';

export async function endMockCheckout(
  deps: Deps,
  _call: CallContext,
  { checkoutToken, paid }: EndMockCheckoutRequest,
): Promise<EndMockCheckoutResponse> {
  return { returnUrl: await end(deps, checkoutToken, paid) };
}
