import type { CallContext } from '@assay/chassis/call-context';
import type { PlaceHoldRequest, PlaceHoldResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { placeHold as place } from '../domain/place-hold.ts';
import { toAccountMessage } from './account-message.ts';

export async function placeHold(
  deps: Deps,
  { organizationId }: CallContext,
  request: PlaceHoldRequest,
): Promise<PlaceHoldResponse> {
  return { account: toAccountMessage(await place(deps, { ...request, organizationId })) };
}
