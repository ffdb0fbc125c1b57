import type { CallContext } from '@assay/chassis/call-context';
import type { CreateTopUpRequest, CreateTopUpResponse } from '@assay/proto/billing/v1/top_ups_service';
import type { Deps } from '../deps.ts';
import { createTopUp as create } from '../domain/top-up/create-top-up.ts';
import { toStatusMessage } from './transaction-message.ts';

export async function createTopUp(
  deps: Deps,
  call: CallContext,
  request: CreateTopUpRequest,
): Promise<CreateTopUpResponse> {
  const { id, status, checkout } = await create(deps, call, request);
  const { url: checkoutUrl, expiresAt } = checkout;
  return { topUp: { id, transactionId: id, status: toStatusMessage(status), checkoutUrl, expiresAt } };
}
