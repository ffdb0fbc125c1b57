import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import type { Deps } from '../deps.ts';
import { setDefaultOrganization } from '../domain/membership/default-organization.ts';
import { getMember, listMembers } from '../domain/membership/list-members.ts';
import { removeMember } from '../domain/membership/remove-member.ts';
import { updateMember } from '../domain/membership/update-member.ts';
import { toMemberMessage, toMembershipMessage } from './membership-message.ts';

export const membersRpcs: Rpcs<Deps, typeof MembersServiceService> = {
  listMembers: async (deps, call) => ({ members: (await listMembers(deps, call)).map(toMemberMessage) }),
  getMember: async (deps, call, { userId }) => ({
    member: toMemberMessage(await getMember(deps, call, userId)),
  }),
  updateMember: async (deps, call, request) => ({
    member: toMemberMessage(await updateMember(deps, call, request)),
  }),
  removeMember: (deps, call, { userId }) => removeMember(deps, call, userId).then(() => ({})),
  setDefaultOrganization: async (deps, call) => ({
    membership: toMembershipMessage(await setDefaultOrganization(deps, call)),
  }),
};
