import type { CallContext, UserActor } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { readExpirationDate, readOrganizationIds, readRole } from './api-key-fields.ts';
import { isPast } from './api-key.ts';
import type { ApiKey, ApiKeyFields } from './api-key.ts';
import { changeApiKey } from './change-api-key.ts';

export interface UpdateApiKeyInput {
  readonly apiKeyId: string;
  /** The fields to change; one that is there and undefined, unspecified or empty is cleared. */
  readonly fields: Omit<ApiKeyFields, 'keySha256'>;
}

type UpdateApiKeyDeps = Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials' | 'organizations'>;

/**
 * Changes one of the caller's own keys. Errors as in changeApiKey; INVALID_ARGUMENT names the bad field,
 * FAILED_PRECONDITION refuses to activate an expired key.
 */
export async function updateApiKey(
  deps: UpdateApiKeyDeps,
  call: CallContext,
  { apiKeyId, fields }: UpdateApiKeyInput,
): Promise<ApiKey> {
  const read = await readFields(deps, userActorOf(call), fields);
  const fieldsOf = (key: ApiKey): ApiKeyFields => {
    const { isSuspended } = read;
    if (isSuspended === false && isPast({ ...key, ...read }.expirationDate, deps.clock.now())) {
      throw new DomainError(
        'FAILED_PRECONDITION',
        'API_KEY_EXPIRED',
        'The API key has expired. Create a new one.',
      );
    }
    return read;
  };
  return await changeApiKey(deps, call, { apiKeyId, action: 'api_key.update', fieldsOf });
}

async function readFields(
  deps: UpdateApiKeyDeps,
  actor: UserActor,
  fields: UpdateApiKeyInput['fields'],
): Promise<ApiKeyFields> {
  const { name, role, isSuspended, organizationIds } = fields;
  const now = deps.clock.now();
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(role !== undefined && { role: role === Role.UNSPECIFIED ? role : readRole(role, actor) }),
    ...(isSuspended !== undefined && { isSuspended }),
    ...('expirationDate' in fields && { expirationDate: readExpirationDate(fields.expirationDate, now) }),
    ...('spendLimit' in fields && { spendLimit: fields.spendLimit }),
    ...('allowedTools' in fields && { allowedTools: fields.allowedTools }),
    ...(organizationIds !== undefined && {
      organizationIds: await readOrganizationIds(deps, actor, organizationIds),
    }),
  };
}
