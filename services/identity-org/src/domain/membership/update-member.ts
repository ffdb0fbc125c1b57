import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { getMember } from './list-members.ts';
import { assignableRole } from './membership.ts';
import type { Member, Membership } from './membership.ts';

export interface UpdateMemberInput {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Gives a member another role. NOT_FOUND for an unknown user, FAILED_PRECONDITION with reason LAST_ADMIN when the
 * organization would have no admin left, PERMISSION_DENIED for superadmin.
 */
export async function updateMember(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'organizations' | 'users'>,
  call: CallContext,
  input: UpdateMemberInput,
): Promise<Member> {
  const { clock, invalidateCredentials, organizations } = deps;
  const { organizationId } = call;
  const { userId } = input;
  const role = assignableRole(input.role);
  const before = await organizations.findMember(userId, organizationId);
  if (before?.role !== role) {
    const isChanged = await organizations.setMemberRole(call, {
      organizationId,
      userId,
      role,
      at: clock.now(),
    });
    if (!isChanged) throw await memberChangeRefusal(deps, { userId, organizationId });
    await invalidateCredentials({ userIds: [userId] });
  }
  return getMember(deps, call, userId);
}

/** The reason why a member could not be changed: there is no such member, or it is the last admin. */
export async function memberChangeRefusal(
  { organizations }: Pick<Deps, 'organizations'>,
  { userId, organizationId }: Pick<Membership, 'userId' | 'organizationId'>,
): Promise<DomainError> {
  if ((await organizations.findMember(userId, organizationId)) === undefined) return notFound('member');
  return new DomainError(
    'FAILED_PRECONDITION',
    'LAST_ADMIN',
    'An organization needs an admin. Make another member admin first.',
  );
}
