import { newApiKey } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import { newAddress } from '../new-address.ts';
import { makeInvitation, makeMember, makeOffer } from './invitations.ts';
import type { RoleName } from './roles.ts';
import type { PathValues, Row, Table } from './row.ts';
import type { World } from './world.ts';

/** A key that the key of the role has made itself; a viewer's key makes none. */
const makeKey = async ({ home, platform }: World, role: RoleName): Promise<PathValues> => {
  const maker = role === 'viewer' ? home.keys.user : home.keys[role];
  const { id } = await newApiKey(createRest(platform.baseUrl, maker));
  return { apiKeyId: id };
};
const ownKey: Row = { needs: 'user', success: 200, belongsTo: 'user', make: makeKey };
const offer: Row = {
  needs: 'user',
  success: 200,
  make: makeOffer,
  body: (_world, { token = 'not-the-token-of-it' }) => ({ token }),
};

/** Users, their keys, organizations, members, invitations, audit. */
export const peopleRows: Table = {
  getCurrentUser: { needs: 'signed-in', success: 200 },
  updateCurrentUser: { needs: 'user', success: 200, body: () => ({ name: 'Ada of the matrix' }) },
  setDefaultOrganization: { needs: 'user', success: 200 },

  listApiKeys: { needs: 'viewer', success: 200 },
  createApiKey: { needs: 'user', success: 201, body: () => ({ name: 'Made by the matrix' }) },
  updateApiKey: { ...ownKey, body: () => ({ name: 'Changed by the matrix' }) },
  revokeApiKey: ownKey,
  rotateApiKey: ownKey,

  listOrganizations: { needs: 'signed-in', success: 200 },
  createOrganization: {
    needs: 'user',
    success: 201,
    isForUnlimitedKeys: true,
    body: () => ({ name: 'Made by the matrix' }),
  },
  getOrganization: { needs: 'viewer', success: 200 },
  updateOrganization: { needs: 'admin', success: 200, body: () => ({ name: 'Changed by the matrix' }) },

  listMembers: { needs: 'viewer', success: 200 },
  updateMember: { needs: 'admin', success: 200, make: makeMember, body: () => ({ role: 'user' }) },
  removeMember: { needs: 'admin', success: 204, make: makeMember },

  invite: { needs: 'admin', success: 201, body: () => ({ email: newAddress(), role: 'viewer' }) },
  listInvitations: { needs: 'admin', success: 200 },
  getInvitation: { needs: 'admin', tooLow: 404, success: 200, make: makeInvitation },
  revokeInvitation: { needs: 'admin', success: 200, make: makeInvitation },
  previewInvitation: { ...offer, needs: 'anybody' },
  acceptInvitation: { ...offer, needs: 'admin' },
  declineInvitation: offer,

  listAuditEvents: { needs: 'admin', success: 200 },
};
