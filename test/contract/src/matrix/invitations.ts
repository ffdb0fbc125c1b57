import { newOrganization } from '@assay/test-kit/organizations';
import { bearer } from '@assay/test-kit/rest';
import { inviteMember, addMember, awaitInvitationToken } from '@assay/test-kit/join-organization';
import { newAddress } from '../new-address.ts';
import type { PathValues } from './row.ts';
import type { World } from './world.ts';

/** A pending invitation of home, to nobody in particular. */
export async function makeInvitation({ owner, home }: World): Promise<PathValues> {
  const { id } = await inviteMember(owner, home.organizationId, { email: newAddress(), role: 'viewer' });
  return { invitationId: id };
}

/** A pending invitation of the owner of home into an organization of other people, with the token of its mail. */
export async function makeOffer({ owner, outsider, platform }: World): Promise<PathValues> {
  const { body: invitee } = await owner.get('/v2/users/me');
  const { id: organizationId } = await newOrganization(outsider);
  const { id } = await inviteMember(outsider, organizationId, { email: invitee.email, role: 'viewer' });
  return { invitationId: id, token: await awaitInvitationToken(platform.inbox, id) };
}

/** A new member of home. */
export async function makeMember({ owner, home, platform }: World): Promise<PathValues> {
  const email = newAddress();
  const { inbox, issuer } = platform;
  const credential = bearer(await issuer.accessToken(email));
  const inviting = { platform, inbox, admin: owner, organizationId: home.organizationId };
  return { userId: await addMember(inviting, { email, credential, role: 'viewer' }) };
}
