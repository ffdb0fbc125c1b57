import type { CallContext } from '@assay/chassis/call-context';
import type { RevokeApiKeyRequest, RevokeApiKeyResponse } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { revokeApiKey as revoke } from '../domain/api-key/revoke-api-key.ts';
import { toApiKeyMessage } from './api-key-message.ts';

export async function revokeApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials'>,
  call: CallContext,
  request: RevokeApiKeyRequest,
): Promise<RevokeApiKeyResponse> {
  const revoked = await revoke(deps, call, request.apiKeyId);
  return { apiKey: toApiKeyMessage(revoked, deps.clock.now()) };
}
