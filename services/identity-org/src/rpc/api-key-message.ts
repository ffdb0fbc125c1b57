import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import { Role } from '@assay/proto/access/v1/access';
import { ApiKeyState } from '@assay/proto/identity/v1/api_key';
import type {
  ApiKey as ApiKeyMessage,
  ApiKeyWithSecret as ApiKeyWithSecretMessage,
} from '@assay/proto/identity/v1/api_key';
import type { CreateApiKeyRequest, UpdateApiKeyRequest } from '@assay/proto/identity/v1/api_keys_service';
import type { Deps } from '../deps.ts';
import { parentIdOf } from '../domain/api-key/api-key.ts';
import type { ApiKey } from '../domain/api-key/api-key.ts';
import { isWorking, lineageOf } from '../domain/api-key/lineage.ts';
import type { Lineage } from '../domain/api-key/lineage.ts';
import type { ApiKeyWithSecret } from '../domain/api-key/rotate-api-key.ts';
import type { CreateApiKeyInput } from '../domain/api-key/create-api-key.ts';
import { readToolLimit, toToolFields } from '../domain/api-key/tool-limit.ts';
import type { UpdateApiKeyInput } from '../domain/api-key/update-api-key.ts';
import { fromSpendFields, toSpendFields } from './spend-limit-message.ts';

export function toApiKeyMessage(lineage: Lineage, { actor }: CallContext, now: Date): ApiKeyMessage {
  const { key } = lineage;
  return {
    id: key.id,
    userId: key.userId,
    name: key.name,
    role: key.role === Role.UNSPECIFIED ? undefined : key.role,
    expirationDate: key.expirationDate,
    state: isWorking(lineage, now) ? ApiKeyState.ACTIVE : ApiKeyState.EXPIRED,
    organizationIds: [...key.organizationIds],
    createdAt: key.createdAt,
    updatedAt: key.updatedAt,
    ...toToolFields(key.allowedTools),
    parentKeyId: parentIdOf(key),
    current: actor.kind === 'user' && actor.credentialId === key.id,
    ...toSpendFields(key.spendLimit),
  };
}

/** The key in the state that it has by its lineage. */
export async function toShownApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock'>,
  call: CallContext,
  key: ApiKey,
): Promise<ApiKeyMessage> {
  return toApiKeyMessage(await lineageOf(deps, key), call, deps.clock.now());
}

export async function toApiKeyWithSecretMessage(
  deps: Pick<Deps, 'apiKeys' | 'clock'>,
  call: CallContext,
  { apiKey, secret }: ApiKeyWithSecret,
): Promise<ApiKeyWithSecretMessage> {
  return { apiKey: await toShownApiKey(deps, call, apiKey), key: secret };
}

export function fromCreateApiKeyRequest(request: CreateApiKeyRequest): CreateApiKeyInput {
  const role = roleOf(request);
  return {
    ...request,
    role: role === Role.UNSPECIFIED ? undefined : role,
    spendLimit: fromSpendFields(request),
    allowedTools: readToolLimit(request),
  };
}

export function fromUpdateApiKeyRequest(request: UpdateApiKeyRequest): UpdateApiKeyInput {
  return { apiKeyId: request.apiKeyId, fields: readChanges(request, changes) };
}

type Change = (request: UpdateApiKeyRequest) => UpdateApiKeyInput['fields'];

const changeSpendLimit: Change = (request) => ({ spendLimit: fromSpendFields(request) });

const changeTools: Change = (request) => ({ allowedTools: readToolLimit(request) });

const changes: Readonly<Record<string, Change>> = {
  name: ({ name }) => ({ name }),
  role: (request) => ({ role: roleOf(request) }),
  expiration_date: ({ expirationDate }) => ({ expirationDate }),
  state: ({ state }) => ({ isSuspended: isSuspension(state) }),
  organization_ids: ({ organizationIds }) => ({ organizationIds }),
  spend_limit_cents: changeSpendLimit,
  spend_period: changeSpendLimit,
  allowed_tools: changeTools,
  allows_no_tools: changeTools,
};

/** INVALID_ARGUMENT for a role this version does not know. */
function roleOf({ role = Role.UNSPECIFIED }: { readonly role?: Role | undefined }): Role {
  if (role === Role.UNRECOGNIZED) throw invalidField('role', 'role must be viewer, user or admin');
  return role;
}

function isSuspension(state: ApiKeyState): boolean {
  if (state === ApiKeyState.ACTIVE) return false;
  if (state === ApiKeyState.EXPIRED) return true;
  throw invalidField('state', 'state must be active or expired');
}
