import type { CallContext } from '@assay/chassis/call-context';
import type { RefundChargeRequest, RefundChargeResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { refundCharge as refund } from '../domain/hold/refund-charge.ts';
import { toAccountMessage } from './account-message.ts';

export async function refundCharge(
  deps: Deps,
  { organizationId }: CallContext,
  request: RefundChargeRequest,
): Promise<RefundChargeResponse> {
  return { account: toAccountMessage(await refund(deps, { ...request, organizationId })) };
}
