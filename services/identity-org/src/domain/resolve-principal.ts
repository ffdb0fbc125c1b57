import { lesserRole } from '@assay/chassis/authorization';
import type { SpendLimit } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../deps.ts';
import { reaches } from './api-key.ts';
import type { Credential } from './credential.ts';
import type { Membership } from './membership.ts';

/** Who a credential stands for, in one organization. */
export interface Principal {
  readonly userId: string;
  /** Empty: in none, because the credential reaches none. */
  readonly organizationId: string;
  /** Unspecified without an organization. */
  readonly role: Role;
  readonly modules: readonly string[];
  readonly credentialId: string;
  readonly expiresAt: Date | undefined;
  readonly spendLimit: SpendLimit | undefined;
}

/**
 * Who a credential stands for in the chosen organization; where none was chosen, in the user's default one, or the first
 * the credential is limited to. NOT_FOUND, always with the same answer, for a chosen one it does not reach.
 */
export async function resolvePrincipal(
  deps: Pick<Deps, 'memberships' | 'organizations'>,
  credential: Credential,
  chosenOrganizationId: string,
): Promise<Principal> {
  const membership =
    chosenOrganizationId === ''
      ? await preferredMembership(deps, credential)
      : await chosenMembership(deps, credential, chosenOrganizationId);
  const organization = membership && (await deps.organizations.find(membership.organizationId));
  if (organization === undefined && chosenOrganizationId !== '') throw notFound('organization');
  const { userId, id, maxRole, expiresAt, spendLimit } = credential;
  const who = { userId, credentialId: id, expiresAt, spendLimit };
  if (membership === undefined || organization === undefined) {
    return { ...who, organizationId: '', role: Role.UNSPECIFIED, modules: [] };
  }
  const role = maxRole === undefined ? membership.role : lesserRole(maxRole, membership.role);
  return { ...who, organizationId: organization.id, role, modules: organization.modules };
}

async function chosenMembership(
  { memberships }: Pick<Deps, 'memberships'>,
  credential: Credential,
  organizationId: string,
): Promise<Membership | undefined> {
  if (!reaches(credential, organizationId)) return undefined;
  return await memberships.find(credential.userId, organizationId);
}

async function preferredMembership(
  { memberships }: Pick<Deps, 'memberships'>,
  credential: Credential,
): Promise<Membership | undefined> {
  const preferred = await memberships.findDefault(credential.userId);
  if (preferred === undefined || reaches(credential, preferred.organizationId)) return preferred;
  const own = await memberships.organizationIdsOf(credential.userId, credential.organizationIds);
  const first = credential.organizationIds.find((id) => own.includes(id));
  return first === undefined ? undefined : await memberships.find(credential.userId, first);
}
