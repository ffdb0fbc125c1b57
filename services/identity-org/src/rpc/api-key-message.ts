import { ApiKeyState } from '@assay/proto/identity/v1/api_key';
import type { ApiKey as ApiKeyMessage } from '@assay/proto/identity/v1/api_key';
import { isActive } from '../domain/api-key.ts';
import type { ApiKey } from '../domain/api-key.ts';

export function toApiKeyMessage(key: ApiKey, now: Date): ApiKeyMessage {
  return {
    id: key.id,
    userId: key.userId,
    name: key.name,
    role: key.role,
    expirationDate: key.expirationDate,
    state: isActive(key, now) ? ApiKeyState.ACTIVE : ApiKeyState.EXPIRED,
    organizationIds: [...key.organizationIds],
    createdAt: key.createdAt,
    updatedAt: key.updatedAt,
  };
}
