import { includesRole } from '@assay/chassis/authorization';
import type { UserActor } from '@assay/chassis/call-context';
import { DomainError, unauthenticated } from '@assay/chassis/errors';
import { CredentialKind } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { highestRole, readOrganizationLimit } from './api-key.ts';
import type { ApiKey } from './api-key.ts';
import { isWorking, lineageOf, permissionsOf } from './lineage.ts';
import type { Lineage } from './lineage.ts';

/** The limits of a key, whatever its owner may do. */
export type Permissions = Pick<
  ApiKey,
  'role' | 'organizationIds' | 'expirationDate' | 'spendLimit' | 'allowedTools'
>;

/**
 * The key a call was made with; undefined: a person signed in, without a key. UNAUTHENTICATED when the key, or one it was
 * made with, has ended in the meantime.
 */
export async function callingKey(
  deps: Pick<Deps, 'apiKeys' | 'clock'>,
  { userId, credentialId, credentialKind }: UserActor,
): Promise<Lineage | undefined> {
  if (credentialKind === CredentialKind.SIGN_IN) return undefined;
  const key = await deps.apiKeys.findOwn(userId, credentialId);
  if (key === undefined) throw unauthenticated();
  const lineage = await lineageOf(deps, key);
  if (!isWorking(lineage, deps.clock.now())) throw unauthenticated();
  return lineage;
}

/** PERMISSION_DENIED when the calling key, or one that it was created with, is limited to some tools: it manages no keys. */
export function requireKeyManagement(own: Lineage | undefined): void {
  if (own === undefined || permissionsOf(own).allowedTools === undefined) return;
  throw new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'An API key with `allowedTools` cannot manage API keys. Use a key without this limit.',
  );
}

/** PERMISSION_DENIED when the calling key is neither the given one nor one that the given one was made with. */
export function requireOwnLine(
  key: Pick<ApiKey, 'id' | 'ancestorIds'>,
  own: Pick<ApiKey, 'id'> | undefined,
): void {
  if (own === undefined || key.id === own.id || key.ancestorIds.includes(own.id)) return;
  throw new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'An API key can change only itself and the keys that were created with it.',
  );
}

/** PERMISSION_DENIED when a key with these permissions could do, now or ever, what the calling credential cannot. */
export function requireWithin(wanted: Permissions, own: Permissions | undefined): void {
  if (own === undefined) return;
  const isWithin =
    includesRole(highestRole(own), highestRole(wanted)) &&
    isSubset(readOrganizationLimit(wanted), readOrganizationLimit(own)) &&
    isSubset(wanted.allowedTools, own.allowedTools) &&
    endsWithin(wanted.expirationDate, own.expirationDate) &&
    spendsWithin(wanted.spendLimit, own.spendLimit);
  if (!isWithin) throw permissionsExceeded();
}

export function permissionsExceeded(): DomainError {
  return new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'An API key cannot have more permissions than the credential that creates or changes it.',
  );
}

/** Compares two limits. Undefined means no limit. */
function isSubset(wanted: readonly string[] | undefined, own: readonly string[] | undefined): boolean {
  return own === undefined || (wanted?.every((one) => own.includes(one)) ?? false);
}

function endsWithin(wanted: Date | undefined, own: Date | undefined): boolean {
  return own === undefined || (wanted !== undefined && wanted <= own);
}

function spendsWithin(wanted: Permissions['spendLimit'], own: Permissions['spendLimit']): boolean {
  if (own === undefined) return true;
  return wanted?.period === own.period && wanted.limitCents <= own.limitCents;
}
