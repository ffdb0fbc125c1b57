import { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import { countedArray, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { users } from './users.ts';

const rpcs = ApiKeysServiceService;

export const apiKeys: Resource = {
  tag: users.tag,
  operations: {
    listApiKeys: operation('GET /v2/users/me/api-keys', rpcs.listApiKeys, {
      summary: 'List your API keys',
      description:
        'Lists the keys of the calling user, newest first, without revoked keys and without secrets.',
      answer: countedArray('apiKeys', 'The keys.'),
    }),
    createApiKey: operation('POST /v2/users/me/api-keys', rpcs.createApiKey, {
      summary: 'Create an API key',
      description:
        'Creates a key that acts for the calling user. Its secret is shown only in this response. A key never has more rights than ' +
        'the credential that creates it: a higher role, `superadmin` or an organization of other users is refused with ' +
        '{FORBIDDEN}. A key that was created with another key has that key as `parentKeyId`: it works only while its parent works, ' +
        'is always bound by all limits of its parent, and its spending counts against both. The maximum number of active keys is ' +
        'in `keys` of {getLimits}; one key more is refused with {API_KEY_LIMIT}, and `details.limit` has the maximum. At most ten ' +
        'keys can descend from each other.',
      status: 201,
      omitted: ['allowsNoTools'],
      nullable: ['allowedTools'],
      emptied: { allowedTools: 'allowsNoTools' },
      errors: ['API_KEY_LIMIT'],
      answer: one('apiKeyWithSecret', 'The key and its secret.'),
    }),
    updateApiKey: operation('PATCH /v2/users/me/api-keys/:apiKeyId', rpcs.updateApiKey, {
      summary: 'Change an API key',
      description:
        'Null clears a field; a field that is not sent keeps its value. Changes take effect everywhere within a second. A key ' +
        'never gets more rights than the calling credential, and a key can change only itself and the keys that were created with ' +
        'it; everything else is refused with {FORBIDDEN}. State `expired` pauses the key. State `active` resumes it, or is refused ' +
        'with {API_KEY_EXPIRED} after its expiration date.',
      omitted: ['allowsNoTools'],
      nullable: ['allowedTools'],
      emptied: { allowedTools: 'allowsNoTools' },
      errors: ['API_KEY_EXPIRED', 'CONCURRENT_CHANGE'],
      answer: one('apiKey', 'The changed key.'),
    }),
    revokeApiKey: operation('DELETE /v2/users/me/api-keys/:apiKeyId', rpcs.revokeApiKey, {
      summary: 'Revoke an API key',
      description:
        'Revokes a key permanently, together with all keys that were created with it, everywhere within a second.',
      answer: one('apiKey', 'The revoked key, with state `expired`.'),
    }),
    rotateApiKey: operation('POST /v2/users/me/api-keys/:apiKeyId/rotate', rpcs.rotateApiKey, {
      summary: 'Rotate the secret of an API key',
      description:
        'The old secret stops working everywhere within a second. The new secret is shown only in this response. Keys that were ' +
        'created with the key keep working. A key can rotate only itself and the keys that were created with it; everything else ' +
        'is refused with {FORBIDDEN}.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('apiKeyWithSecret', 'The key and its new secret.'),
    }),
  },
};
