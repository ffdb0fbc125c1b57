import type { CallContext } from '@assay/chassis/call-context';
import type { ListInvitationsResponse } from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { toInvitationMessages } from './invitation-message.ts';

export async function listInvitations(
  deps: Pick<Deps, 'clock' | 'invitations' | 'organizations'>,
  { organizationId }: CallContext,
): Promise<ListInvitationsResponse> {
  const open = await deps.invitations.listOpen(organizationId, deps.clock.now());
  return { invitations: await toInvitationMessages(deps, organizationId, open) };
}
