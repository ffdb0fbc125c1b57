import { readUserId } from '@assay/chassis/call-context';
import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ApiKeysServiceService } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { createApiKey } from '../domain/api-key/create-api-key.ts';
import { lineageAmong } from '../domain/api-key/lineage.ts';
import { revokeApiKey } from '../domain/api-key/revoke-api-key.ts';
import { rotateApiKey } from '../domain/api-key/rotate-api-key.ts';
import { updateApiKey } from '../domain/api-key/update-api-key.ts';
import {
  fromCreateApiKeyRequest,
  fromUpdateApiKeyRequest,
  toApiKeyMessage,
  toApiKeyWithSecretMessage,
  toShownApiKey,
} from './api-key-message.ts';

export const apiKeysRpcs: Rpcs<Deps, typeof ApiKeysServiceService> = {
  createApiKey: async (deps, call, request) => ({
    apiKeyWithSecret: await toApiKeyWithSecretMessage(
      deps,
      call,
      await createApiKey(deps, call, fromCreateApiKeyRequest(request)),
    ),
  }),
  listApiKeys: async ({ apiKeys, clock }, call) => ({
    apiKeys: (await apiKeys.listOwn(readUserId(call))).map((key, _index, keys) =>
      toApiKeyMessage(lineageAmong(key, keys), call, clock.now()),
    ),
  }),
  updateApiKey: async (deps, call, request) => ({
    apiKey: await toShownApiKey(deps, call, await updateApiKey(deps, call, fromUpdateApiKeyRequest(request))),
  }),
  revokeApiKey: async (deps, call, { apiKeyId }) => ({
    apiKey: await toShownApiKey(deps, call, await revokeApiKey(deps, call, apiKeyId)),
  }),
  rotateApiKey: async (deps, call, { apiKeyId }) => ({
    apiKeyWithSecret: await toApiKeyWithSecretMessage(deps, call, await rotateApiKey(deps, call, apiKeyId)),
  }),
};
