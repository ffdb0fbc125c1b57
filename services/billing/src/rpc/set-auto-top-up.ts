import type { CallContext } from '@assay/chassis/call-context';
import type { SetAutoTopUpRequest, SetAutoTopUpResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { setAutoTopUp as set } from '../domain/auto-top-up/set-auto-top-up.ts';
import { toAutoTopUpMessage } from './auto-top-up-message.ts';

export async function setAutoTopUp(
  deps: Deps,
  call: CallContext,
  { enabled, thresholdCents, targetCents }: SetAutoTopUpRequest,
): Promise<SetAutoTopUpResponse> {
  return { autoTopUp: toAutoTopUpMessage(await set(deps, call, { enabled, thresholdCents, targetCents })) };
}
