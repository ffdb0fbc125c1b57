import type { CallContext } from '@assay/chassis/call-context';
import type {
  ReceivePaymentEventRequest,
  ReceivePaymentEventResponse,
} from '@assay/proto/billing/v1/top_ups_service';
import type { Deps } from '../deps.ts';
import { receivePaymentEvent as receive } from '../domain/payment/receive-payment-event.ts';

export async function receivePaymentEvent(
  deps: Deps,
  _call: CallContext,
  { provider, body, signature }: ReceivePaymentEventRequest,
): Promise<ReceivePaymentEventResponse> {
  return { applied: await receive(deps, provider, { body, signature }) };
}
