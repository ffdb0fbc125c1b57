import { Role } from '@assay/proto/access/v1/access';
import type { Toolset } from '../tool.ts';

export const identity: Toolset = {
  name: 'identity',
  tools: {
    get_current_user: {
      operation: 'getCurrentUser',
      description:
        'Returns the user of the credential, the organization in which calls work, and the role there.',
      arguments: [],
      adds: {
        organizationId: {
          schema: { type: ['string', 'null'] },
          read: ({ organizationId }) => (organizationId === '' ? null : organizationId),
        },
        role: {
          schema: { type: ['string', 'null'] },
          read: ({ actor }) => (actor.kind === 'user' ? showRole(actor.role) : null),
        },
      },
    },
    list_organizations: {
      operation: 'listOrganizations',
      description: 'Lists the organizations of the user that the credential can access, oldest first.',
      arguments: [],
    },
  },
};

function showRole(role: Role): string | null {
  return role === Role.UNSPECIFIED ? null : role.slice('ROLE_'.length).toLowerCase();
}
