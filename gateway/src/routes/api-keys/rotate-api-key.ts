import { Type } from 'typebox';
import { errors } from '../../rest/error-body.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { apiKeyWithSecretSchema, toApiKeyWithSecret } from './api-key-rest.ts';

export const rotateApiKey: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'rotateApiKey',
    tags: ['Users and API keys'],
    summary: 'Give an API key a new secret',
    description:
      'The old secret stops working at once, everywhere within a second; the new one is in this answer and nowhere else.',
    params: Type.Object({ apiKeyId: id('The key.') }),
    response: {
      200: described(apiKeyWithSecretSchema.ref, 'The key and its new secret.'),
      ...errors(),
    },
  };
  app.post('/v2/users/me/api-keys/:apiKeyId/rotate', { schema }, async ({ call, params }) => {
    const { apiKeyWithSecret } = await clients.apiKeys.rotateApiKey(call, params);
    return toApiKeyWithSecret(apiKeyWithSecret);
  });
};
