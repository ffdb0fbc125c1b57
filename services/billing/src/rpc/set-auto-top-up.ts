import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { SetAutoTopUpRequest, SetAutoTopUpResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { setAutoTopUp as set } from '../domain/auto-top-up/set-auto-top-up.ts';
import { toAutoTopUpMessage } from './auto-top-up-message.ts';

export async function setAutoTopUp(
  deps: Deps,
  call: CallContext,
  { autoTopUp }: SetAutoTopUpRequest,
): Promise<SetAutoTopUpResponse> {
  if (autoTopUp === undefined) throw invalidField('autoTopUp', 'autoTopUp is missing');
  const { enabled, thresholdCents, targetCents } = autoTopUp;
  return { autoTopUp: toAutoTopUpMessage(await set(deps, call, { enabled, thresholdCents, targetCents })) };
}
