import { includesRole } from '@assay/chassis/authorization';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { withDetails } from './invitation-details.ts';
import type { InvitationDetails } from './invitation-details.ts';
import { isReadable } from './invitation.ts';

/** For admins of its organization and its addressee. NOT_FOUND for anybody else, and once revoked or replaced. */
export async function getInvitation(
  deps: Pick<Deps, 'clock' | 'invitations' | 'organizations' | 'users'>,
  call: CallContext,
  invitationId: string,
): Promise<InvitationDetails> {
  const { role, userId } = userActorOf(call);
  const invitation = await deps.invitations.find(invitationId);
  if (invitation === undefined || !isReadable(invitation)) throw notFound('invitation');
  const isAdmin = invitation.organizationId === call.organizationId && includesRole(role, Role.ADMIN);
  const isVisible = isAdmin || (await deps.users.find(userId))?.email === invitation.email;
  if (!isVisible) throw notFound('invitation');
  return await withDetails(deps, invitation);
}
