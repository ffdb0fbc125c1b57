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
      summary: 'Invite a user into an organization',
      description:
        'Sends an e-mail with a link that is valid for two weeks. A pending invitation of the same address is replaced, and its ' +
        'link stops working. The address of a member is refused with {ALREADY_MEMBER}. If the organization has the maximum number ' +
        'of members (`details.limit`), the request is refused with {MEMBER_LIMIT}. An organization can send 200 invitations per ' +
        'day (UTC) unless configured otherwise; further ones are refused with {INVITATION_LIMIT}.',
      errors: ['ALREADY_MEMBER', 'MEMBER_LIMIT', 'INVITATION_LIMIT', 'CONCURRENT_CHANGE'],
      status: 201,
      answer: {
        ...one('invitation', 'The invitation.'),
        otherwise: {
          status: 200,
          description: 'The invitation, which replaced a pending one.',
          when: ({ replaced }: { replaced: boolean }) => replaced,
        },
      },
    }),
    listInvitations: operation('GET /v2/organizations/:orgId/invitations', rpcs.listInvitations, {
      summary: 'List the pending invitations of an organization',
      description: 'Lists the invitations that are neither answered nor revoked, newest first.',
      answer: list('invitations', 'The invitations.'),
    }),
    previewInvitation: operation('POST /v2/invitations/:invitationId/preview', rpcs.previewInvitation, {
      summary: 'Read an invitation by its link',
      description:
        'Needs no credential except the token of the link, and changes nothing. A token of another invitation is refused with ' +
        '{INVITATION_NOT_FOUND}, and an invitation that has expired or was revoked or replaced with {INVITATION_GONE}.',
      access: 'service',
      errors: ['INVITATION_NOT_FOUND', 'INVITATION_GONE'],
      answer: one('preview', 'The invitation.'),
    }),
    getInvitation: operation('GET /v2/invitations/:invitationId', rpcs.getInvitation, {
      summary: 'Read an invitation',
      description:
        'Returns an invitation to admins of its organization and to the invited user. A revoked or replaced invitation is not ' +
        'found.',
      answer: one('invitation', 'The invitation.'),
    }),
    revokeInvitation: operation('DELETE /v2/invitations/:invitationId', rpcs.revokeInvitation, {
      summary: 'Revoke an invitation',
      description:
        'Revokes an invitation; its link stops working. An invitation that was already answered is refused with ' +
        '{INVITATION_ANSWERED}, and an expired one with {INVITATION_EXPIRED}.',
      errors: ['INVITATION_ANSWERED', 'INVITATION_EXPIRED'],
      answer: one('invitation', 'The invitation before it was revoked.'),
    }),
    acceptInvitation: operation('POST /v2/invitations/:invitationId/accept', rpcs.acceptInvitation, {
      summary: 'Accept an invitation',
      description:
        'Makes the calling user a member. An invitation to another address is refused with {FORBIDDEN}, a token of another ' +
        'invitation with {INVITATION_NOT_FOUND}, an invitation that was already answered with {INVITATION_ANSWERED}, and one that ' +
        'has expired or was revoked or replaced with {INVITATION_GONE}. If the organization has the maximum number of members ' +
        '(`details.limit`), the request is refused with {MEMBER_LIMIT} and the invitation stays open.',
      errors: ['INVITATION_ANSWERED', 'INVITATION_GONE', 'MEMBER_LIMIT'],
      answer: one('membership', 'The membership.'),
    }),
    declineInvitation: operation('POST /v2/invitations/:invitationId/decline', rpcs.declineInvitation, {
      summary: 'Decline an invitation',
      description: 'Declines an invitation. It is refused for the same reasons as {acceptInvitation}.',
      errors: ['INVITATION_ANSWERED', 'INVITATION_GONE'],
      answer: one('invitation', 'The invitation, with status `declined`.'),
    }),
  },
};
