import type { CallContext } from '@assay/chassis/call-context';
import type {
  UpdateCurrentUserRequest,
  UpdateCurrentUserResponse,
} from '@assay/proto/identity/v1/users_service';
import type { Deps } from '../deps.ts';
import { updateCurrentUser as update } from '../domain/user/update-current-user.ts';
import { toUserMessage } from './user-message.ts';

export async function updateCurrentUser(
  deps: Pick<Deps, 'clock' | 'users'>,
  call: CallContext,
  request: UpdateCurrentUserRequest,
): Promise<UpdateCurrentUserResponse> {
  return { user: toUserMessage(await update(deps, call, request)) };
}
