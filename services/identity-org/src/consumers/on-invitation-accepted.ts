import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { Role } from '@assay/proto/access/v1/access';
import { InvitationAccepted } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { joinByInvitation } from '../domain/invitation/join-by-invitation.ts';

/** Adds the member, in case the process that accepted the invitation died before it did. */
export const onInvitationAccepted = consumes<Deps, InvitationAccepted>({
  message: InvitationAccepted,
  async handle(deps, { value, requestId, traceparent }) {
    const { invitationId, organizationId, userId } = value;
    const invitation = await deps.invitations.find(invitationId);
    if (invitation?.decision !== 'accepted' || userId === '')
      throw new PoisonError('the invitation was not accepted');
    if (invitation.joinedAt !== undefined) return;
    const actor = { kind: 'user', userId, role: Role.UNSPECIFIED, credentialId: '', modules: [] } as const;
    await joinByInvitation(deps, { actor, organizationId, requestId, traceparent }, { invitation, userId });
  },
});
