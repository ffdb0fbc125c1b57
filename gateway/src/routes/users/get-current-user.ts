import { errors } from '../../rest/error-body.ts';
import { described } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { toUser, userSchema } from './user-rest.ts';

export const getCurrentUser: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'getCurrentUser',
    tags: ['Users and API keys'],
    summary: 'Read the calling user',
    description: 'Whom the credential stands for. Also for users who belong to no organization yet.',
    response: { 200: described(userSchema.ref, 'The user.'), ...errors() },
  };
  app.get('/v2/users/me', { schema }, async ({ call }) => {
    const { user } = await clients.users.getCurrentUser(call, {});
    return toUser(user);
  });
};
