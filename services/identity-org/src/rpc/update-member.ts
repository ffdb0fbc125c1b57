import type { CallContext } from '@assay/chassis/call-context';
import type {
  UpdateMemberRequest,
  UpdateMemberResponse,
} from '@assay/proto/organizations/v1/members_service';
import type { Deps } from '../deps.ts';
import { updateMember as update } from '../domain/membership/update-member.ts';
import { toMemberMessage } from './membership-message.ts';

export async function updateMember(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'memberships' | 'users'>,
  call: CallContext,
  request: UpdateMemberRequest,
): Promise<UpdateMemberResponse> {
  return { member: toMemberMessage(await update(deps, call, request)) };
}
