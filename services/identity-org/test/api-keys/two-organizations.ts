import { callOf, principalOf } from '../calls.ts';
import { seededKey, start } from '../start.ts';

/** The service, and somebody who is an admin of the seeded organization, as whom they call, and of a second one. */
export async function startWithTwoOrganizations() {
  const identity = await start();
  const admin = callOf(await principalOf(identity, seededKey));
  const { organization } = await identity.organizations.createOrganization(admin, { name: 'B', slug: '' });
  return { identity, admin, secondOrganizationId: organization?.id ?? '' };
}
