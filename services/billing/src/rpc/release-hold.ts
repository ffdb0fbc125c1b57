import type { CallContext } from '@assay/chassis/call-context';
import type { ReleaseHoldRequest, ReleaseHoldResponse } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { releaseHold as release } from '../domain/hold/release-hold.ts';
import { toAccountMessage } from './account-message.ts';

export async function releaseHold(
  deps: Deps,
  { organizationId }: CallContext,
  { runId }: ReleaseHoldRequest,
): Promise<ReleaseHoldResponse> {
  return { account: toAccountMessage(await release(deps, { organizationId, runId })) };
}
