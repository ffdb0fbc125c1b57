import { lesserRole } from '@assay/chassis/authorization';
import type { CallContext, SpendLimit, UserActor } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { readExpirationDate, readOrganizationIds, readRole } from './api-key-fields.ts';
import { hashApiKeySecret, newApiKeySecret } from './api-key-secret.ts';
import type { ApiKey } from './api-key.ts';
import { refuseTooMany } from './api-key-limits.ts';
import { callingKey, requireKeyManagement, requireWithin } from './permissions.ts';
import type { Permissions } from './permissions.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import type { ApiKeyWithSecret } from './rotate-api-key.ts';

/** The new key inherits what is left out from the credential it is made with. */
export interface CreateApiKeyInput {
  readonly name: string;
  /** Undefined: the caller's own. */
  readonly role: Role | undefined;
  readonly organizationIds: readonly string[];
  readonly expirationDate?: Date | undefined;
  readonly spendLimit: SpendLimit | undefined;
  readonly allowedTools: readonly string[] | undefined;
}

type CreateApiKeyDeps = Pick<
  Deps,
  'apiKeyLimits' | 'apiKeys' | 'clock' | 'invalidateCredentials' | 'organizations'
>;

/**
 * Makes a key that can do no more than the credential that asks for it: no higher role, no other organizations or
 * tools, no more money and no longer, now or ever. INVALID_ARGUMENT names the bad field, PERMISSION_DENIED refuses more
 * than the caller has and a key that is limited to some tools, FAILED_PRECONDITION with reason API_KEY_LIMIT one key too many.
 */
export async function createApiKey(
  deps: CreateApiKeyDeps,
  call: CallContext,
  input: CreateApiKeyInput,
): Promise<ApiKeyWithSecret> {
  const actor = userActorOf(call);
  const now = deps.clock.now();
  const lineage = await callingKey(deps, actor);
  requireKeyManagement(lineage);
  const own = lineage?.key;
  const permissions = await readPermissions(deps, { actor, own }, input);
  requireWithin(permissions, own);
  const secret = newApiKeySecret();
  const apiKey: ApiKey = {
    id: newIdFor(call),
    userId: actor.userId,
    ancestorIds: own === undefined ? [] : [...own.ancestorIds, own.id],
    name: input.name.trim(),
    keySha256: hashApiKeySecret(secret),
    ...permissions,
    isSuspended: false,
    revokedAt: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const inserted = await deps.apiKeys.insert(call, apiKey, (keys) => {
    refuseTooMany(apiKey, keys, deps.apiKeyLimits);
  });
  if (inserted) return { apiKey, secret };
  // An earlier attempt at the same operation inserted the key and died, so that nobody has seen its secret.
  return await rotateApiKey(deps, call, apiKey.id);
}

async function readPermissions(
  deps: CreateApiKeyDeps,
  { actor, own }: { actor: UserActor; own: Permissions | undefined },
  input: CreateApiKeyInput,
): Promise<Permissions> {
  const organizationIds = await readOrganizationIds(deps, actor, input.organizationIds);
  return {
    role: readRole(input.role ?? lesserRole(actor.role, Role.ADMIN), actor),
    organizationIds: organizationIds.length === 0 ? (own?.organizationIds ?? []) : organizationIds,
    expirationDate: readExpirationDate(input.expirationDate, deps.clock.now()) ?? own?.expirationDate,
    spendLimit: input.spendLimit ?? own?.spendLimit,
    allowedTools: input.allowedTools ?? own?.allowedTools,
  };
}
