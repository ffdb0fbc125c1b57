import type { CallContext } from '@assay/chassis/call-context';
import type { RotateApiKeyRequest, RotateApiKeyResponse } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { rotateApiKey as rotate } from '../domain/api-key/rotate-api-key.ts';
import { toApiKeyMessage } from './api-key-message.ts';

export async function rotateApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials'>,
  call: CallContext,
  request: RotateApiKeyRequest,
): Promise<RotateApiKeyResponse> {
  const { apiKey, secret } = await rotate(deps, call, request.apiKeyId);
  return { apiKeyWithSecret: { apiKey: toApiKeyMessage(apiKey, deps.clock.now()), key: secret } };
}
