import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { days } from '@assay/chassis/units';
import type { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { refuseFull } from '../membership/member-limit.ts';
import { assignableRole } from '../membership/membership.ts';
import { readEmailAddress } from './email-address.ts';
import { expiryOf } from './invitation.ts';
import type { Invitation } from './invitation.ts';
import { withDetails } from './invitation-details.ts';
import type { InvitationDetails } from './invitation-details.ts';

export interface InviteInput {
  readonly email: string;
  readonly role: Role;
}

type InviteDeps = Pick<
  Deps,
  'clock' | 'invitations' | 'invitationsPerDay' | 'maxMembers' | 'organizations' | 'users'
>;

/**
 * Invites an address into the organization of the call and has a mail sent. An open invitation of that address is
 * replaced. ALREADY_EXISTS with reason ALREADY_MEMBER for a member's address, FAILED_PRECONDITION with reason
 * MEMBER_LIMIT when the organization is full, RESOURCE_EXHAUSTED with reason INVITATION_LIMIT when it has invited as many
 * as it may on one day; ABORTED when too many calls do the same at once.
 */
export async function invite(
  deps: InviteDeps,
  call: CallContext,
  input: InviteInput,
): Promise<InvitationDetails> {
  const email = readEmailAddress(input.email);
  const role = assignableRole(input.role);
  const id = newIdFor(call);
  const earlier = await deps.invitations.find(id);
  if (earlier !== undefined) return await withDetails(deps, earlier);
  await refuseMember(deps, call, email);
  await refuseFull(deps, call.organizationId);
  await countInvitation(deps, call);
  return await withDetails(deps, await insert(deps, call, { id, email, role }));
}

async function refuseMember(
  { organizations, users }: InviteDeps,
  { organizationId }: CallContext,
  email: string,
): Promise<void> {
  const user = await users.findByEmail(email);
  const membership = user && (await organizations.findMember(user.id, organizationId));
  if (membership === undefined) return;
  throw new DomainError(
    'ALREADY_EXISTS',
    'ALREADY_MEMBER',
    'The e-mail address belongs to a member already.',
  );
}

/** Also one that replaces another is mailed, and counts. */
async function countInvitation(
  { clock, invitationsPerDay, organizations }: InviteDeps,
  { organizationId }: CallContext,
): Promise<void> {
  const now = clock.now();
  const day = now.toISOString().slice(0, 10);
  if (await organizations.countInvitation(organizationId, day, invitationsPerDay)) return;
  const retryAfterSeconds = Math.ceil((Date.parse(day) + days(1) - now.getTime()) / 1000);
  const message = `an organization invites at most ${String(invitationsPerDay)} times a day`;
  const details = { limit: invitationsPerDay, retryAfterSeconds };
  throw new DomainError('RESOURCE_EXHAUSTED', 'INVITATION_LIMIT', message, { details });
}

async function insert(
  { clock, invitations }: InviteDeps,
  call: CallContext,
  wanted: Pick<Invitation, 'id' | 'email' | 'role'>,
): Promise<Invitation> {
  const { organizationId } = call;
  let hasReplaced = false;
  return retryOnConflict(async () => {
    const now = clock.now();
    const old = await invitations.findAtAddress(organizationId, wanted.email);
    if (old?.id === wanted.id) return old;
    if (old !== undefined) hasReplaced = (await invitations.retire(call, old, now)) || hasReplaced;
    const invitation: Invitation = {
      ...wanted,
      organizationId,
      decision: 'pending',
      invitedById: readUserId(call),
      hasReplaced,
      expiresAt: expiryOf(now),
      mailedAt: undefined,
      joinedAt: undefined,
      createdAt: now,
      updatedAt: now,
    };
    return (await invitations.insert(call, invitation)) && invitation;
  });
}
