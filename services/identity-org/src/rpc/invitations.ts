import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { acceptInvitation, declineInvitation } from '../domain/invitation/answer-invitation.ts';
import { getInvitation } from '../domain/invitation/get-invitation.ts';
import { listInvitations } from '../domain/invitation/invitation-details.ts';
import { invite } from '../domain/invitation/invite.ts';
import { previewInvitation } from '../domain/invitation/preview-invitation.ts';
import { revokeInvitation } from '../domain/invitation/revoke-invitation.ts';
import { toInvitationMessage, toInviteResponse, toInvitationPreviewMessage } from './invitation-message.ts';
import { toMembershipMessage } from './membership-message.ts';

export const invitationsRpcs: Rpcs<Deps, typeof InvitationsServiceService> = {
  invite: async (deps, call, request) => toInviteResponse(await invite(deps, call, request)),
  listInvitations: async (deps, call) => ({
    invitations: (await listInvitations(deps, call)).map(toInvitationMessage),
  }),
  getInvitation: async (deps, call, { invitationId }) => ({
    invitation: toInvitationMessage(await getInvitation(deps, call, invitationId)),
  }),
  revokeInvitation: async (deps, call, { invitationId }) => ({
    invitation: toInvitationMessage(await revokeInvitation(deps, call, invitationId)),
  }),
  previewInvitation: async (deps, _call, request) => ({
    preview: toInvitationPreviewMessage(await previewInvitation(deps, request)),
  }),
  acceptInvitation: async (deps, call, request) => ({
    membership: toMembershipMessage(await acceptInvitation(deps, call, request)),
  }),
  declineInvitation: async (deps, call, request) => ({
    invitation: toInvitationMessage(await declineInvitation(deps, call, request)),
  }),
};
