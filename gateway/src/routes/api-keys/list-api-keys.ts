import { errors } from '../../rest/error-body.ts';
import { countedArray, countTotal } from '../../rest/lists.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { apiKeySchema, toApiKey } from './api-key-rest.ts';

export const listApiKeys: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'listApiKeys',
    tags: ['Users and API keys'],
    summary: 'List your API keys',
    description:
      "The calling user's keys, newest first, without those that were revoked. Never their secrets.",
    response: { 200: countedArray(apiKeySchema.ref, 'The keys.'), ...errors() },
  };
  app.get('/v2/users/me/api-keys', { schema }, async ({ call }, reply) => {
    const { apiKeys } = await clients.apiKeys.listApiKeys(call, {});
    countTotal(reply, apiKeys.length);
    return apiKeys.map(toApiKey);
  });
};
