import { userIdOf } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { GetCurrentUserRequest, GetCurrentUserResponse } from '@assay/proto/identity/v1/users_service';
import type { Deps } from '../deps.ts';
import { toUserMessage } from './user-message.ts';

export async function getCurrentUser(
  { users }: Pick<Deps, 'users'>,
  call: CallContext,
  _request: GetCurrentUserRequest,
): Promise<GetCurrentUserResponse> {
  const user = await users.find(userIdOf(call));
  if (user === undefined) throw notFound('user');
  return { user: toUserMessage(user) };
}
