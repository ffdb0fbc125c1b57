import type { CallContext } from '@assay/chassis/call-context';
import type { SetDefaultOrganizationResponse } from '@assay/proto/organizations/v1/members_service';
import type { Deps } from '../deps.ts';
import { setDefaultOrganization as setDefault } from '../domain/membership/default-organization.ts';
import { toMembershipMessage } from './membership-message.ts';

export async function setDefaultOrganization(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'memberships' | 'users'>,
  call: CallContext,
): Promise<SetDefaultOrganizationResponse> {
  return { membership: toMembershipMessage(await setDefault(deps, call), true) };
}
