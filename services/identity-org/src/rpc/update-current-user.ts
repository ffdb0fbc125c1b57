import type { CallContext } from '@assay/chassis/call-context';
import { unchangeable } from '@assay/chassis/grpc/update-mask';
import type {
  UpdateCurrentUserRequest,
  UpdateCurrentUserResponse,
} from '@assay/proto/identity/v1/users_service';
import type { Deps } from '../deps.ts';
import { updateCurrentUser as update } from '../domain/user/update-current-user.ts';
import type { UpdateCurrentUserInput } from '../domain/user/update-current-user.ts';
import { toUserMessage } from './user-message.ts';

export async function updateCurrentUser(
  deps: Pick<Deps, 'clock' | 'users'>,
  call: CallContext,
  request: UpdateCurrentUserRequest,
): Promise<UpdateCurrentUserResponse> {
  return { user: toUserMessage(await update(deps, call, changesOf(request))) };
}

function changesOf({ name, locale, updateMask = [] }: UpdateCurrentUserRequest): UpdateCurrentUserInput {
  const unknown = updateMask.find((path) => path !== 'name' && path !== 'locale');
  if (unknown !== undefined) throw unchangeable(unknown);
  return {
    name: updateMask.includes('name') ? name : undefined,
    locale: updateMask.includes('locale') ? locale : undefined,
  };
}
