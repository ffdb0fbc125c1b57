import { userIdOf } from '@assay/chassis/call-context';
import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { createApiKey } from '../domain/api-key/create-api-key.ts';
import { revokeApiKey } from '../domain/api-key/revoke-api-key.ts';
import { rotateApiKey } from '../domain/api-key/rotate-api-key.ts';
import { updateApiKey } from '../domain/api-key/update-api-key.ts';
import {
  fromCreateApiKeyRequest,
  fromUpdateApiKeyRequest,
  toApiKeyMessage,
  toApiKeyWithSecretMessage,
} from './api-key-message.ts';

export const apiKeysRpcs: Rpcs<Deps, typeof ApiKeysServiceService> = {
  createApiKey: async (deps, call, request) => ({
    apiKeyWithSecret: toApiKeyWithSecretMessage(
      await createApiKey(deps, call, fromCreateApiKeyRequest(request)),
      deps.clock.now(),
    ),
  }),
  listApiKeys: async ({ apiKeys, clock }, call) => ({
    apiKeys: (await apiKeys.listOwn(userIdOf(call))).map((key) => toApiKeyMessage(key, clock.now())),
  }),
  updateApiKey: async (deps, call, request) => ({
    apiKey: toApiKeyMessage(
      await updateApiKey(deps, call, fromUpdateApiKeyRequest(request)),
      deps.clock.now(),
    ),
  }),
  revokeApiKey: async (deps, call, { apiKeyId }) => ({
    apiKey: toApiKeyMessage(await revokeApiKey(deps, call, apiKeyId), deps.clock.now()),
  }),
  rotateApiKey: async (deps, call, { apiKeyId }) => ({
    apiKeyWithSecret: toApiKeyWithSecretMessage(await rotateApiKey(deps, call, apiKeyId), deps.clock.now()),
  }),
};
