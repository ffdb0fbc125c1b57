import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { apiKeySchema, toApiKey } from './api-key-rest.ts';

export const revokeApiKey: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'revokeApiKey',
    tags: ['Users and API keys'],
    summary: 'Revoke an API key',
    description: 'Ends a key for good, everywhere within a second.',
    params: Type.Object({ apiKeyId: id('The key.') }),
    response: { 200: described(apiKeySchema.ref, 'The key as it was, now expired.'), ...errors() },
  };
  app.delete('/v2/users/me/api-keys/:apiKeyId', { schema }, async ({ call, params }) => {
    const { apiKey } = await clients.apiKeys.revokeApiKey(call, params);
    return toApiKey(apiKey);
  });
};
