import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { list, noContent, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const { listMembers, updateMember, removeMember } = MembersServiceService;

export const members: Resource = {
  tag: { name: 'Members and invitations', description: 'Who belongs to an organization, and as what.' },
  operations: {
    listMembers: operation('GET /v2/organizations/:orgId/users', listMembers, {
      summary: 'List the members of an organization',
      description: 'Everybody who belongs to the organization, oldest first.',
      answer: list('members', 'The members.'),
    }),
    updateMember: operation('PATCH /v2/organizations/:orgId/users/:userId', updateMember, {
      summary: "Change a member's role",
      description:
        'Takes effect everywhere within a second. Refused with 409 when nobody would be left to manage the organization.',
      errors: ['CONFLICT'],
      answer: one('member', 'The member.'),
    }),
    removeMember: operation('DELETE /v2/organizations/:orgId/users/:userId', removeMember, {
      summary: 'Remove a member, or leave',
      description:
        'Members remove themselves, admins anybody. Their keys stop working in the organization everywhere within a ' +
        'second. Refused with 409 when nobody would be left to manage the organization.',
      errors: ['CONFLICT'],
      answer: noContent('No longer a member.'),
    }),
  },
};
