import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { unchangeable } from '@assay/chassis/grpc/update-mask';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeyState } from '@assay/proto/identity/v1/api_key';
import type { UpdateApiKeyRequest, UpdateApiKeyResponse } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { updateApiKey as update } from '../domain/api-key/update-api-key.ts';
import type { UpdateApiKeyInput } from '../domain/api-key/update-api-key.ts';
import { fromRoleMessage, toApiKeyMessage } from './api-key-message.ts';
import { fromSpendFields } from './spend-limit-message.ts';

export async function updateApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials' | 'memberships'>,
  call: CallContext,
  request: UpdateApiKeyRequest,
): Promise<UpdateApiKeyResponse> {
  const changes = (request.updateMask ?? []).map((path) => changeOf(path, request));
  const input = { apiKeyId: request.apiKeyId, fields: Object.assign({}, ...changes) as Fields };
  return { apiKey: toApiKeyMessage(await update(deps, call, input), deps.clock.now()) };
}

type Fields = UpdateApiKeyInput['fields'];

function changeOf(path: string, request: UpdateApiKeyRequest): Fields {
  switch (path) {
    case 'name':
      return { name: request.name };
    case 'role':
      return { role: fromRoleMessage(request.role ?? Role.UNSPECIFIED) };
    case 'expiration_date':
      return { expirationDate: request.expirationDate };
    case 'state':
      return { isSuspended: isSuspension(request.state) };
    case 'organization_ids':
      return { organizationIds: request.organizationIds };
    case 'spend_limit_cents':
    case 'spend_period':
      return { spendLimit: fromSpendFields(request) };
    case 'allowed_tools':
      return { allowedTools: request.allowedTools };
    default:
      throw unchangeable(path);
  }
}

function isSuspension(state: ApiKeyState): boolean {
  if (state === ApiKeyState.ACTIVE) return false;
  if (state === ApiKeyState.EXPIRED) return true;
  throw invalidField('state', 'state must be active or expired');
}
