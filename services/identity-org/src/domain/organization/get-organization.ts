import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { reaches } from '../api-key/api-key.ts';
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
  { apiKeys, organizations }: Pick<Deps, 'apiKeys' | 'organizations'>,
  call: CallContext,
): Promise<readonly Organization[]> {
  const { userId, credentialId } = userActorOf(call);
  const [own, key] = await Promise.all([
    organizations.listOfMember(userId),
    apiKeys.findOwn(userId, credentialId),
  ]);
  return key === undefined ? own : own.filter(({ id }) => reaches(key, id));
}
