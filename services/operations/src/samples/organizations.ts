import { Invitation, InvitationPreview } from '@assay/proto/organizations/v1/invitation';
import {
  AcceptInvitationRequest,
  DeclineInvitationRequest,
  InviteRequest,
  PreviewInvitationRequest,
} from '@assay/proto/organizations/v1/invitations_service';
import { UpdateMemberRequest } from '@assay/proto/organizations/v1/members_service';
import { Member, Membership } from '@assay/proto/organizations/v1/membership';
import { Organization } from '@assay/proto/organizations/v1/organization';
import {
  CreateOrganizationRequest,
  UpdateOrganizationRequest,
} from '@assay/proto/organizations/v1/organizations_service';
import { sample } from '../sample.ts';
import { createdAt, ids, later, updatedAt } from './values.ts';

const name = 'Harbour Newsroom';
const token = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
const invited = {
  organizationName: name,
  email: 'ada@example.org',
  role: 'ROLE_USER',
  status: 'INVITATION_STATUS_PENDING',
  expiresAt: later,
} as const;

export const organizationSamples = [
  sample(Organization, {
    id: ids.organization,
    name,
    slug: 'harbour-newsroom',
    modules: ['content_verification'],
    plan: 'prepaid',
    memberCount: 3,
    createdAt,
    updatedAt,
  }),
  sample(CreateOrganizationRequest, { name, slug: 'harbour-newsroom' }),
  sample(UpdateOrganizationRequest, { name }),
  sample(Member, {
    userId: ids.user,
    email: 'ada@example.org',
    name: 'Ada Lovelace',
    role: 'ROLE_ADMIN',
    joinedAt: createdAt,
  }),
  sample(Membership, {
    id: ids.membership,
    userId: ids.user,
    organizationId: ids.organization,
    role: 'ROLE_USER',
    isDefault: true,
    createdAt,
    updatedAt,
  }),
  sample(UpdateMemberRequest, { role: 'ROLE_ADMIN' }),
  sample(Invitation, {
    id: ids.invitation,
    organizationId: ids.organization,
    invitedById: ids.otherUser,
    ...invited,
    createdAt,
    updatedAt,
  }),
  sample(InvitationPreview, { ...invited, invitedByEmail: 'grace@example.org' }),
  sample(InviteRequest, { email: 'ada@example.org', role: 'ROLE_USER' }),
  sample(PreviewInvitationRequest, { token }),
  sample(AcceptInvitationRequest, { token }),
  sample(DeclineInvitationRequest, { token }),
];
