import { lesserRole } from '@assay/chassis/authorization';
import { unauthenticated } from '@assay/chassis/internal-token';
import type { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../deps.ts';
import { isActive, reaches } from './api-key.ts';
import type { ApiKey } from './api-key.ts';

/** Who a credential stands for, in one organization. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly modules: readonly string[];
  readonly credentialId: string;
  readonly expiresAt: Date | undefined;
}

export interface PresentedKey {
  readonly keySha256: string;
  /** Empty: the owner's default organization, or the first of those the key is limited to. */
  readonly organizationId: string;
}

/**
 * Who a key stands for. UNAUTHENTICATED, always with the same answer, when the key is unknown, expired, revoked or does
 * not work in the organization.
 */
export async function resolvePrincipal(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships' | 'organizations'>,
  presented: PresentedKey,
): Promise<Principal> {
  const key = await deps.apiKeys.findByHash(presented.keySha256);
  if (key === undefined || !isActive(key, deps.clock.now())) throw unauthenticated();
  const membership = await membershipOf(deps, key, presented.organizationId);
  if (membership === undefined || !reaches(key, membership.organizationId)) throw unauthenticated();
  const organization = await deps.organizations.find(membership.organizationId);
  if (organization === undefined) throw unauthenticated();
  return {
    userId: key.userId,
    organizationId: organization.id,
    role: lesserRole(key.role, membership.role),
    modules: organization.modules,
    credentialId: key.id,
    expiresAt: key.expirationDate,
  };
}

/** Where nothing was chosen: the owner's default organization, or the first a key is limited to that leaves it out. */
async function membershipOf({ memberships }: Pick<Deps, 'memberships'>, key: ApiKey, organizationId: string) {
  if (organizationId !== '') return memberships.find(key.userId, organizationId);
  const preferred = await memberships.findDefault(key.userId);
  const [limitedTo] = key.organizationIds;
  const isPreferred = preferred !== undefined && reaches(key, preferred.organizationId);
  return isPreferred || limitedTo === undefined ? preferred : memberships.find(key.userId, limitedTo);
}
