import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

export const users: Resource = {
  tag: {
    name: 'Users and API keys',
    description: 'The calling user, and the API keys that act for the user.',
  },
  operations: {
    getCurrentUser: operation('GET /v2/users/me', UsersServiceService.getCurrentUser, {
      summary: 'Read the calling user',
      description: 'Returns the user of the credential, even if the user belongs to no organization yet.',
      answer: one('user', 'The user.'),
    }),
    updateCurrentUser: operation('PATCH /v2/users/me', UsersServiceService.updateCurrentUser, {
      summary: 'Change the calling user',
      description: 'Fields that are not sent keep their values.',
      answer: one('user', 'The changed user.'),
    }),
    setDefaultOrganization: operation(
      'PUT /v2/users/me/organizations/:organizationId/default',
      MembersServiceService.setDefaultOrganization,
      {
        summary: 'Choose your default organization',
        description: 'Selects the organization for requests without `X-Organization-Id`.',
        answer: one('membership', 'The membership, which is now the default.'),
      },
    ),
  },
};
