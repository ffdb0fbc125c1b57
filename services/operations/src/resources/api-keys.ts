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
        "The calling user's keys, newest first, without those that were revoked. Never their secrets.",
      answer: countedArray('apiKeys', 'The keys.'),
    }),
    createApiKey: operation('POST /v2/users/me/api-keys', rpcs.createApiKey, {
      summary: 'Create an API key',
      description:
        'Makes a key that acts for the calling user; its secret is in this answer and nowhere else. A key can do no ' +
        'more than the credential that makes it: a higher role, `superadmin` or a foreign organization is refused with 403. ' +
        'A key made with a key has it as `parentKeyId`: it works only while that one does, is bound by all limits of it ' +
        'whenever they change, and what it spends counts against both. `keys` of `GET /v2/limits` says how many living ' +
        'keys there may be (409, `details.limit`); ten keys may descend from each other.',
      status: 201,
      errors: ['CONFLICT'],
      answer: one('apiKeyWithSecret', 'The key and its secret.'),
    }),
    updateApiKey: operation('PATCH /v2/users/me/api-keys/:apiKeyId', rpcs.updateApiKey, {
      summary: 'Change an API key',
      description:
        'Null clears a field, a field that is not sent stays as it is; takes effect everywhere within a second. A key can ' +
        'be given no more than the calling credential has, and a key changes only itself and the keys that were made with ' +
        'it (403). State `expired` pauses it, `active` resumes it unless its ' +
        'expiration date has passed (409).',
      errors: ['CONFLICT', 'INVALID_STATE'],
      answer: one('apiKey', 'The changed key.'),
    }),
    revokeApiKey: operation('DELETE /v2/users/me/api-keys/:apiKeyId', rpcs.revokeApiKey, {
      summary: 'Revoke an API key',
      description: 'Ends a key for good, and every key that was made with it, everywhere within a second.',
      answer: one('apiKey', 'The key as it was, now expired.'),
    }),
    rotateApiKey: operation('POST /v2/users/me/api-keys/:apiKeyId/rotate', rpcs.rotateApiKey, {
      summary: 'Give an API key a new secret',
      description:
        'The old secret stops working at once, everywhere within a second; the new one is in this answer and nowhere else. ' +
        'Keys that were made with it go on. A key rotates only itself and the keys that were made with it (403).',
      errors: ['CONFLICT'],
      answer: one('apiKeyWithSecret', 'The key and its new secret.'),
    }),
  },
};
