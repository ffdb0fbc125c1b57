import { includesRole } from '@assay/chassis/authorization';
import type { CallContext, UserActor } from '@assay/chassis/call-context';
import { DomainError, invalidField } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { unauthenticated } from '@assay/chassis/internal-token';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../deps.ts';
import { isActive } from './api-key.ts';
import type { ApiKey } from './api-key.ts';
import { hashApiKeySecret, newApiKeySecret } from './api-key-secret.ts';
import { readName } from './name.ts';

export interface CreateApiKeyInput {
  readonly name: string;
  /** Undefined: the caller's own. */
  readonly role: Role | undefined;
  /** Empty: everywhere the caller's own credential works. */
  readonly organizationIds: readonly string[];
  readonly expirationDate: Date | undefined;
}

export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  /** The plaintext, shown this once. */
  readonly secret: string;
}

const maxOrganizations = 100;

/**
 * Makes a key that can do no more than the credential that asks for it: neither a higher role nor other organizations.
 * INVALID_ARGUMENT names the bad field, PERMISSION_DENIED refuses more than the caller has.
 */
export async function createApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships'>,
  call: Pick<CallContext, 'actor'>,
  input: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  if (call.actor.kind !== 'user') throw unauthenticated();
  const now = deps.clock.now();
  const name = readName(input.name);
  if (input.expirationDate !== undefined && input.expirationDate <= now) {
    throw invalidField('expirationDate', 'expirationDate must be in the future');
  }
  const role = input.role ?? call.actor.role;
  if (role === Role.SUPERADMIN || !includesRole(call.actor.role, role)) throw tooMuch();
  const organizationIds = await grantable(deps, call.actor, input.organizationIds);
  const secret = newApiKeySecret();
  const apiKey: ApiKey = {
    id: newId(),
    userId: call.actor.userId,
    name,
    keySha256: hashApiKeySecret(secret),
    role,
    expirationDate: input.expirationDate,
    revokedAt: undefined,
    organizationIds,
    createdAt: now,
    updatedAt: now,
  };
  await deps.apiKeys.insert(apiKey);
  return { apiKey, secret };
}

/** The organizations the new key is limited to; a caller that is limited itself cannot hand on more. */
async function grantable(
  { apiKeys, clock, memberships }: Pick<Deps, 'apiKeys' | 'clock' | 'memberships'>,
  { userId, credentialId }: UserActor,
  wanted: readonly string[],
): Promise<readonly string[]> {
  if (wanted.length > maxOrganizations) {
    throw invalidField(
      'organizationIds',
      `organizationIds must not have more than ${maxOrganizations} entries`,
    );
  }
  const ownKey = await apiKeys.findOwn(userId, credentialId);
  if (ownKey !== undefined && !isActive(ownKey, clock.now())) throw unauthenticated();
  const limits = ownKey?.organizationIds ?? [];
  if (wanted.length === 0) return limits;
  const unique = [...new Set(wanted)];
  if (limits.length > 0 && !unique.every((id) => limits.includes(id))) throw tooMuch();
  const own = await memberships.organizationIdsOf(userId, unique);
  if (own.length < unique.length) throw tooMuch();
  return unique;
}

function tooMuch(): DomainError {
  return new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'a key cannot do more than the credential it is made with',
  );
}
