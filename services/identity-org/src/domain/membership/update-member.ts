import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { memberChangeRefusal, withUsers } from './member.ts';
import type { Member } from './member.ts';
import { assignableRole } from './membership.ts';

export interface UpdateMemberInput {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Gives a member another role. NOT_FOUND for nobody's id, FAILED_PRECONDITION with reason LAST_ADMIN when nobody could
 * manage the organization any more, PERMISSION_DENIED for superadmin.
 */
export async function updateMember(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'memberships' | 'users'>,
  call: CallContext,
  input: UpdateMemberInput,
): Promise<Member> {
  const { clock, invalidateCredentials, memberships } = deps;
  const { organizationId } = call;
  const { userId } = input;
  const role = assignableRole(input.role);
  const before = await memberships.find(userId, organizationId);
  if (before?.role !== role) {
    const isChanged = await memberships.setRole(call, { organizationId, userId, role, at: clock.now() });
    if (!isChanged) throw await memberChangeRefusal(deps, { userId, organizationId });
    invalidateCredentials({ userIds: [userId] });
  }
  const after = await memberships.find(userId, organizationId);
  const [member] = after === undefined ? [] : await withUsers(deps, [after]);
  if (member === undefined) throw notFound('member');
  return member;
}
