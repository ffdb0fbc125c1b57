import type { CallContext } from '@assay/chassis/call-context';
import type { SetAlertsRequest, SetAlertsResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { setAlerts as set } from '../domain/account/set-alerts.ts';

export async function setAlerts(
  deps: Deps,
  call: CallContext,
  { thresholdCents }: SetAlertsRequest,
): Promise<SetAlertsResponse> {
  const { alertThresholdCents } = await set(deps, call, thresholdCents);
  return { alerts: { thresholdCents: [...alertThresholdCents] } };
}
