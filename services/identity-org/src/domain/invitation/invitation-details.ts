import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { statusOf } from './invitation.ts';
import type { Invitation, InvitationStatus } from './invitation.ts';

/** An invitation as people see it. */
export interface InvitationDetails {
  readonly invitation: Invitation;
  readonly organizationName: string;
  /** The status at the moment of reading. */
  readonly status: InvitationStatus;
}

type DetailsDeps = Pick<Deps, 'clock' | 'organizations'>;

/** The open invitations into the organization of the call, newest first. */
export async function listInvitations(
  deps: DetailsDeps & Pick<Deps, 'invitations'>,
  { organizationId }: CallContext,
): Promise<readonly InvitationDetails[]> {
  const organization = await deps.organizations.find(organizationId);
  const now = deps.clock.now();
  const open = await deps.invitations.listOpen(organizationId, now);
  return open.map((invitation) => detailsOf(invitation, organization?.name, now));
}

export async function withDetails(deps: DetailsDeps, invitation: Invitation): Promise<InvitationDetails> {
  const organization = await deps.organizations.find(invitation.organizationId);
  return detailsOf(invitation, organization?.name, deps.clock.now());
}

function detailsOf(invitation: Invitation, organizationName = '', now: Date): InvitationDetails {
  return { invitation, organizationName, status: statusOf(invitation, now) };
}
