import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { list, noContent, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const { listMembers, updateMember, removeMember } = MembersServiceService;

export const members: Resource = {
  tag: {
    name: 'Members and invitations',
    description: 'The members of an organization, their roles, and invitations to join.',
  },
  operations: {
    listMembers: operation('GET /v2/organizations/:orgId/users', listMembers, {
      summary: 'List the members of an organization',
      description: 'Lists the members of the organization, oldest first.',
      answer: list('members', 'The members.'),
    }),
    updateMember: operation('PATCH /v2/organizations/:orgId/users/:userId', updateMember, {
      summary: 'Change the role of a member',
      description:
        'Takes effect everywhere within a second. If the organization would have no admin left, the request is refused with ' +
        '{LAST_ADMIN}.',
      errors: ['LAST_ADMIN'],
      answer: one('member', 'The member.'),
    }),
    removeMember: operation('DELETE /v2/organizations/:orgId/users/:userId', removeMember, {
      summary: 'Remove a member, or leave an organization',
      description:
        'Admins can remove any member, and all members can remove themselves. The keys of the user stop working in the ' +
        'organization everywhere within a second. If the organization would have no admin left, the request is refused with ' +
        '{LAST_ADMIN}.',
      errors: ['LAST_ADMIN'],
      answer: noContent('The user is no longer a member.'),
    }),
  },
};
