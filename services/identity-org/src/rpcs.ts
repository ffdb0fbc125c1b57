import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { AuditEventsServiceService } from '@assay/proto/audit/v1/audit_events_service';
import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import { TokensServiceService } from '@assay/proto/identity/v1/tokens_service';
import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import type { Deps } from './deps.ts';
import { acceptInvitation } from './rpc/accept-invitation.ts';
import { authenticateApiKey } from './rpc/authenticate-api-key.ts';
import { authenticateBearerToken } from './rpc/authenticate-bearer-token.ts';
import { authenticateSession } from './rpc/authenticate-session.ts';
import { beginLogin } from './rpc/begin-login.ts';
import { completeLogin } from './rpc/complete-login.ts';
import { createApiKey } from './rpc/create-api-key.ts';
import { createOrganization } from './rpc/create-organization.ts';
import { declineInvitation } from './rpc/decline-invitation.ts';
import { endSession } from './rpc/end-session.ts';
import { exchangeApiKey } from './rpc/exchange-api-key.ts';
import { getCurrentUser } from './rpc/get-current-user.ts';
import { getInvitation } from './rpc/get-invitation.ts';
import { getOrganization } from './rpc/get-organization.ts';
import { invite } from './rpc/invite.ts';
import { issueAccessToken } from './rpc/issue-access-token.ts';
import { listApiKeys } from './rpc/list-api-keys.ts';
import { listAuditEvents } from './rpc/list-audit-events.ts';
import { listInvitations } from './rpc/list-invitations.ts';
import { listMembers } from './rpc/list-members.ts';
import { listOrganizations } from './rpc/list-organizations.ts';
import { notifyAdmins } from './rpc/notify-admins.ts';
import { previewInvitation } from './rpc/preview-invitation.ts';
import { removeMember } from './rpc/remove-member.ts';
import { revokeApiKey } from './rpc/revoke-api-key.ts';
import { revokeInvitation } from './rpc/revoke-invitation.ts';
import { rotateApiKey } from './rpc/rotate-api-key.ts';
import { setDefaultOrganization } from './rpc/set-default-organization.ts';
import { updateApiKey } from './rpc/update-api-key.ts';
import { updateCurrentUser } from './rpc/update-current-user.ts';
import { updateMember } from './rpc/update-member.ts';
import { updateOrganization } from './rpc/update-organization.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(AuthenticationServiceService, deps, {
      authenticateApiKey,
      authenticateBearerToken,
      authenticateSession,
    }),
    serve(ApiKeysServiceService, deps, {
      createApiKey,
      listApiKeys,
      updateApiKey,
      revokeApiKey,
      rotateApiKey,
    }),
    serve(TokensServiceService, deps, { exchangeApiKey, issueAccessToken }),
    serve(SessionsServiceService, deps, { beginLogin, completeLogin, endSession }),
    serve(UsersServiceService, deps, { getCurrentUser, updateCurrentUser }),
    serve(OrganizationsServiceService, deps, {
      createOrganization,
      listOrganizations,
      getOrganization,
      updateOrganization,
    }),
    serve(MembersServiceService, deps, { listMembers, updateMember, removeMember, setDefaultOrganization }),
    serve(InvitationsServiceService, deps, {
      invite,
      listInvitations,
      getInvitation,
      revokeInvitation,
      previewInvitation,
      acceptInvitation,
      declineInvitation,
    }),
    serve(ContactsServiceService, deps, { notifyAdmins }),
    serve(AuditEventsServiceService, deps, { listAuditEvents }),
  ];
}
