import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { permissionsOf, reaches } from '../api-key/lineage.ts';
import { callingKey } from '../api-key/permissions.ts';
import { userActorOf } from '../user-actor.ts';
import type { Organization } from './organization.ts';

/** The organization of the call. */
export async function getOrganization(
  { organizations }: Pick<Deps, 'organizations'>,
  { organizationId }: CallContext,
): Promise<Organization> {
  const organization = await organizations.find(organizationId);
  if (organization === undefined) throw notFound('organization');
  return organization;
}

/** The organizations of the caller that the credential reaches, oldest first. */
export async function listOrganizations(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'organizations'>,
  call: CallContext,
): Promise<readonly Organization[]> {
  const actor = userActorOf(call);
  const [own, lineage] = await Promise.all([
    deps.organizations.listOfMember(actor.userId),
    callingKey(deps, actor),
  ]);
  if (lineage === undefined) return own;
  const permissions = permissionsOf(lineage);
  return own.filter(({ id }) => reaches(permissions, id));
}
