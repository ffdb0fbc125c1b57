import { lesserRole } from '@assay/chassis/authorization';
import type { InheritedSpendLimit, SpendLimit } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { CredentialKind } from '@assay/proto/access/v1/access';
import { reaches } from '../api-key/lineage.ts';
import { defaultMembership } from '../membership/default-organization.ts';
import type { Deps } from '../../deps.ts';
import type { Credential } from './credential.ts';

/** The user a credential stands for, in one organization. */
export interface Principal {
  readonly userId: string;
  /** Empty: the credential reaches no organization. */
  readonly organizationId: string;
  /** Unspecified without an organization. */
  readonly role: Role;
  readonly modules: readonly string[];
  readonly credentialId: string;
  readonly credentialKind: CredentialKind;
  readonly expiresAt: Date | undefined;
  readonly spendLimit: SpendLimit | undefined;
  readonly inheritedSpendLimits: readonly InheritedSpendLimit[];
  /** Undefined: all tools the role allows. */
  readonly allowedTools: readonly string[] | undefined;
}

/**
 * The principal of a credential in the chosen organization; when none is chosen, in the user's default one, or the
 * first the credential is limited to. NOT_FOUND, always with the same message, for a chosen one the credential does not
 * reach.
 */
export async function resolvePrincipal(
  deps: ResolvePrincipalDeps,
  credential: Credential,
  chosenOrganizationId: string,
): Promise<Principal> {
  const { userId, id, kind, maxRole, expiresAt, spendLimit, inheritedSpendLimits, allowedTools } = credential;
  const organizationId =
    chosenOrganizationId === '' ? await preferredOrganizationId(deps, credential) : chosenOrganizationId;
  const found = reaches(credential, organizationId)
    ? await deps.organizations.findOfMember(userId, organizationId)
    : undefined;
  if (found === undefined && chosenOrganizationId !== '') throw notFound('organization');
  const limits = { expiresAt, spendLimit, inheritedSpendLimits, allowedTools };
  const who = { userId, credentialId: id, credentialKind: kind, ...limits };
  if (found === undefined) return { ...who, organizationId: '', role: Role.UNSPECIFIED, modules: [] };
  const { membership, organization } = found;
  const role = maxRole === undefined ? membership.role : lesserRole(maxRole, membership.role);
  return { ...who, organizationId, role, modules: organization.modules };
}

type ResolvePrincipalDeps = Pick<Deps, 'organizations' | 'users'>;

/** Empty: there is no organization. */
async function preferredOrganizationId(deps: ResolvePrincipalDeps, credential: Credential): Promise<string> {
  const { userId, organizationIds = [] } = credential;
  const preferred = await defaultMembership(deps, userId);
  if (preferred === undefined) return '';
  if (reaches(credential, preferred.organizationId)) return preferred.organizationId;
  const own = await deps.organizations.listJoinedIds(userId, organizationIds);
  return organizationIds.find((id) => own.includes(id)) ?? '';
}
