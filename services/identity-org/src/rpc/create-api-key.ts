import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { CreateApiKeyRequest, CreateApiKeyResponse } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { createApiKey as create } from '../domain/create-api-key.ts';
import { toApiKeyMessage } from './api-key-message.ts';

export async function createApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships'>,
  call: CallContext,
  request: CreateApiKeyRequest,
): Promise<CreateApiKeyResponse> {
  const { name, organizationIds, expirationDate } = request;
  const role = readRole(request.role);
  const { apiKey, secret } = await create(deps, call, { name, role, organizationIds, expirationDate });
  return { apiKey: toApiKeyMessage(apiKey, deps.clock.now()), key: secret };
}

function readRole(role: Role): Role | undefined {
  if (role === Role.UNRECOGNIZED) throw invalidField('role', 'role is not one there is');
  return role === Role.UNSPECIFIED ? undefined : role;
}
