import type { CallContext } from '@assay/chassis/call-context';
import type { ListMembersResponse } from '@assay/proto/organizations/v1/members_service';
import type { Deps } from '../deps.ts';
import { withUsers } from '../domain/membership/member.ts';
import { toMemberMessage } from './membership-message.ts';

export async function listMembers(
  deps: Pick<Deps, 'memberships' | 'users'>,
  { organizationId }: CallContext,
): Promise<ListMembersResponse> {
  const members = await withUsers(deps, await deps.memberships.list(organizationId));
  return { members: members.map(toMemberMessage) };
}
