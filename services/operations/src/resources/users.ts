import { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

export const users: Resource = {
  tag: { name: 'Users and API keys', description: 'Who you are, and the secrets that act for you.' },
  operations: {
    getCurrentUser: operation('GET /v2/users/me', UsersServiceService.getCurrentUser, {
      summary: 'Read the calling user',
      description: 'Whom the credential stands for. Also for users who belong to no organization yet.',
      answer: one('user', 'The user.'),
    }),
    updateCurrentUser: operation('PATCH /v2/users/me', UsersServiceService.updateCurrentUser, {
      summary: 'Change the calling user',
      description: 'Fields that are not sent stay as they are.',
      answer: one('user', 'The changed user.'),
    }),
    setDefaultOrganization: operation(
      'PUT /v2/users/me/organizations/:organizationId/default',
      MembersServiceService.setDefaultOrganization,
      {
        summary: 'Choose your default organization',
        description: 'The one in which requests without `X-Organization-Id` work from now on.',
        answer: one('membership', 'The membership, now the default.'),
      },
    ),
  },
};
