import { Type } from 'typebox';
import { toDateOrNone } from '../../rest/date-time.ts';
import { errors } from '../../rest/error-body.ts';
import { role } from '../../rest/roles.ts';
import { described, shortName } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { settableFields, toSpendLimit } from './api-key-body.ts';
import { apiKeyWithSecretSchema, toApiKeyWithSecret } from './api-key-rest.ts';

const body = Type.Object(
  {
    name: shortName('For people.', 'Newsroom uploader'),
    ...Type.Partial(Type.Object(settableFields)).properties,
  },
  { additionalProperties: false, examples: [{ name: 'Newsroom uploader', role: 'user' }] },
);

export const createApiKey: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'createApiKey',
    tags: ['Users and API keys'],
    summary: 'Create an API key',
    description:
      'Makes a key that acts for the calling user; its secret is in this answer and nowhere else. A key can do no ' +
      'more than the credential that makes it: a higher role, `superadmin` or a foreign organization is refused with 403.',
    body,
    response: { 201: described(apiKeyWithSecretSchema.ref, 'The key and its secret.'), ...errors() },
  };
  app.post('/v2/users/me/api-keys', { schema }, async ({ call, body: given }, reply) => {
    const { apiKeyWithSecret } = await clients.apiKeys.createApiKey(call, {
      name: given.name,
      role: given.role == null ? undefined : role.toProto(given.role),
      organizationIds: given.organizationIds ?? [],
      expirationDate: toDateOrNone(given.expirationDate),
      allowedTools: given.allowedTools ?? [],
      ...toSpendLimit(given),
    });
    return reply.code(201).send(toApiKeyWithSecret(apiKeyWithSecret));
  });
};
