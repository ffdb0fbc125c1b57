import type { CallContext } from '@assay/chassis/call-context';
import type {
  RemoveMemberRequest,
  RemoveMemberResponse,
} from '@assay/proto/organizations/v1/members_service';
import type { Deps } from '../deps.ts';
import { removeMember as remove } from '../domain/membership/remove-member.ts';

export async function removeMember(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'memberships'>,
  call: CallContext,
  { userId }: RemoveMemberRequest,
): Promise<RemoveMemberResponse> {
  await remove(deps, call, userId);
  return {};
}
