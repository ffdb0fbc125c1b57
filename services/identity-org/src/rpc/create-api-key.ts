import type { CallContext } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import type { CreateApiKeyRequest, CreateApiKeyResponse } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { createApiKey as create } from '../domain/api-key/create-api-key.ts';
import { fromRoleMessage, toApiKeyMessage } from './api-key-message.ts';
import { fromSpendFields } from './spend-limit-message.ts';

export async function createApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials' | 'memberships'>,
  call: CallContext,
  request: CreateApiKeyRequest,
): Promise<CreateApiKeyResponse> {
  const { role: asked = Role.UNSPECIFIED } = request;
  const role = asked === Role.UNSPECIFIED ? undefined : fromRoleMessage(asked);
  const spendLimit = fromSpendFields(request);
  const { apiKey, secret } = await create(deps, call, { ...request, role, spendLimit });
  return { apiKeyWithSecret: { apiKey: toApiKeyMessage(apiKey, deps.clock.now()), key: secret } };
}
