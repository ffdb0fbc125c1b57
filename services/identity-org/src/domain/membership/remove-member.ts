import { includesRole } from '@assay/chassis/authorization';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { memberChangeRefusal } from './update-member.ts';

/** Removes a member. Every member may leave; an admin may remove others. Errors as in updateMember. */
export async function removeMember(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'organizations'>,
  call: CallContext,
  userId: string,
): Promise<void> {
  const caller = userActorOf(call);
  if (userId !== caller.userId && !includesRole(caller.role, Role.ADMIN)) {
    throw new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'Only an admin can remove other members.');
  }
  const { organizationId } = call;
  const isRemoved = await deps.organizations.removeMember(call, {
    organizationId,
    userId,
    at: deps.clock.now(),
  });
  if (!isRemoved) throw await memberChangeRefusal(deps, { userId, organizationId });
  await deps.invalidateCredentials({ userIds: [userId] });
}
