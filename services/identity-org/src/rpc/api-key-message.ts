import { invalidField } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeyState } from '@assay/proto/identity/v1/api_key';
import type { ApiKey as ApiKeyMessage } from '@assay/proto/identity/v1/api_key';
import { isActive } from '../domain/api-key/api-key.ts';
import type { ApiKey } from '../domain/api-key/api-key.ts';
import { toSpendFields } from './spend-limit-message.ts';

export function toApiKeyMessage(key: ApiKey, now: Date): ApiKeyMessage {
  return {
    id: key.id,
    userId: key.userId,
    name: key.name,
    role: key.role === Role.UNSPECIFIED ? undefined : key.role,
    expirationDate: key.expirationDate,
    state: isActive(key, now) ? ApiKeyState.ACTIVE : ApiKeyState.EXPIRED,
    organizationIds: [...key.organizationIds],
    createdAt: key.createdAt,
    updatedAt: key.updatedAt,
    allowedTools: [...key.allowedTools],
    ...toSpendFields(key.spendLimit),
  };
}

/** INVALID_ARGUMENT for a role this version does not know. */
export function fromRoleMessage(role: Role): Role {
  if (role === Role.UNRECOGNIZED) throw invalidField('role', 'role is not one there is');
  return role;
}
