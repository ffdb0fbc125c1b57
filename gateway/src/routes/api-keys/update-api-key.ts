import { Type } from 'typebox';
import { toDateOrNone } from '../../rest/date-time.ts';
import { errors } from '../../rest/error-body.ts';
import { role } from '../../rest/roles.ts';
import { described, id } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { toSpendLimit, updateBody, updateMask } from './api-key-body.ts';
import { apiKeySchema, apiKeyState, toApiKey } from './api-key-rest.ts';

export const updateApiKey: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'updateApiKey',
    tags: ['Users and API keys'],
    summary: 'Change an API key',
    description:
      'Null clears a field, a field that is not sent stays as it is; takes effect everywhere within a second. A key can ' +
      'be given no more than the calling credential has (403). State `expired` pauses it, `active` resumes it unless its ' +
      'expiration date has passed (409).',
    params: Type.Object({ apiKeyId: id('The key.') }),
    body: updateBody,
    response: { 200: described(apiKeySchema.ref, 'The changed key.'), ...errors('INVALID_STATE') },
  };
  app.patch('/v2/users/me/api-keys/:apiKeyId', { schema }, async ({ call, params, body }) => {
    const { apiKey } = await clients.apiKeys.updateApiKey(call, {
      apiKeyId: params.apiKeyId,
      updateMask: updateMask(body),
      name: body.name ?? '',
      role: body.role == null ? undefined : role.toProto(body.role),
      expirationDate: toDateOrNone(body.expirationDate),
      state: apiKeyState.toProto(body.state),
      organizationIds: body.organizationIds ?? [],
      allowedTools: body.allowedTools ?? [],
      ...toSpendLimit(body),
    });
    return toApiKey(apiKey);
  });
};
