import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import { list, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { members } from './members.ts';

const rpcs = InvitationsServiceService;

export const invitations: Resource = {
  tag: members.tag,
  operations: {
    invite: operation('POST /v2/organizations/:orgId/invite', rpcs.invite, {
      summary: 'Invite somebody into an organization',
      description:
        'Sends an e-mail whose link is good for two weeks. A pending invitation of the same address is replaced, and its ' +
        "link is dead from then on. Refused with 409 for a member's address, and when the organization has as many members as " +
        'it may have (`details.limit`). An organization invites at most 200 times a day (UTC), unless configured otherwise: 429 with ' +
        '`Retry-After`.',
      errors: ['CONFLICT'],
      status: 201,
      answer: {
        ...one('invitation', 'The invitation.'),
        otherwise: {
          status: 200,
          description: 'The invitation, which took the place of another one.',
          when: ({ replaced }: { replaced: boolean }) => replaced,
        },
      },
    }),
    listInvitations: operation('GET /v2/organizations/:orgId/invitations', rpcs.listInvitations, {
      summary: 'List the open invitations of an organization',
      description: 'Those that were sent and neither answered nor revoked, newest first.',
      answer: list('invitations', 'The invitations.'),
    }),
    previewInvitation: operation('POST /v2/invitations/:invitationId/preview', rpcs.previewInvitation, {
      summary: 'Read an invitation by its link',
      description:
        'Needs no credential but the token of the link, and changes nothing. 404 when the token is not the ' +
        "invitation's, 410 when it has expired, was revoked or replaced.",
      access: 'service',
      errors: ['NOT_FOUND', 'GONE'],
      answer: one('preview', 'The invitation.'),
    }),
    getInvitation: operation('GET /v2/invitations/:invitationId', rpcs.getInvitation, {
      summary: 'Read an invitation',
      description:
        "For admins of its organization, and for the user it was sent to. One that was revoked or replaced isn't found.",
      answer: one('invitation', 'The invitation.'),
    }),
    revokeInvitation: operation('DELETE /v2/invitations/:invitationId', rpcs.revokeInvitation, {
      summary: 'Revoke an invitation',
      description:
        'Its link is dead from then on. Refused with 409 when it was answered already, with 410 when it has expired.',
      errors: ['CONFLICT', 'GONE'],
      answer: one('invitation', 'The invitation as it was.'),
    }),
    acceptInvitation: operation('POST /v2/invitations/:invitationId/accept', rpcs.acceptInvitation, {
      summary: 'Accept an invitation',
      description:
        'Makes the calling user a member. 403 when the invitation was sent to another address, 404 when the token is not ' +
        "the invitation's, 409 when it was answered before, 410 when it has expired, was revoked or replaced. When the " +
        'organization has as many members as it may have (409, `details.limit`), the invitation stays open.',
      errors: ['CONFLICT', 'GONE'],
      answer: one('membership', 'The membership.'),
    }),
    declineInvitation: operation('POST /v2/invitations/:invitationId/decline', rpcs.declineInvitation, {
      summary: 'Decline an invitation',
      description: 'Refused with the same errors as accepting it.',
      errors: ['CONFLICT', 'GONE'],
      answer: one('invitation', 'The invitation, declined.'),
    }),
  },
};
