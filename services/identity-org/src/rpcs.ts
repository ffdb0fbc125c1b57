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
import { apiKeysRpcs } from './rpc/api-keys.ts';
import { auditEventsRpcs } from './rpc/audit-events.ts';
import { authenticationRpcs } from './rpc/authentication.ts';
import { contactsRpcs } from './rpc/contacts.ts';
import { invitationsRpcs } from './rpc/invitations.ts';
import { membersRpcs } from './rpc/members.ts';
import { organizationsRpcs } from './rpc/organizations.ts';
import { sessionsRpcs } from './rpc/sessions.ts';
import { tokensRpcs } from './rpc/tokens.ts';
import { usersRpcs } from './rpc/users.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(AuthenticationServiceService, deps, authenticationRpcs),
    serve(ApiKeysServiceService, deps, apiKeysRpcs),
    serve(TokensServiceService, deps, tokensRpcs),
    serve(SessionsServiceService, deps, sessionsRpcs),
    serve(UsersServiceService, deps, usersRpcs),
    serve(OrganizationsServiceService, deps, organizationsRpcs),
    serve(MembersServiceService, deps, membersRpcs),
    serve(InvitationsServiceService, deps, invitationsRpcs),
    serve(ContactsServiceService, deps, contactsRpcs),
    serve(AuditEventsServiceService, deps, auditEventsRpcs),
  ];
}
