import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { UsersServiceService } from '@assay/proto/identity/v1/users_service';
import type { Deps } from '../deps.ts';
import { getCurrentUser, updateCurrentUser } from '../domain/user/update-current-user.ts';
import { fromUpdateCurrentUserRequest, toUserMessage } from './user-message.ts';

export const usersRpcs: Rpcs<Deps, typeof UsersServiceService> = {
  getCurrentUser: async (deps, call) => ({ user: toUserMessage(await getCurrentUser(deps, call)) }),
  updateCurrentUser: async (deps, call, request) => ({
    user: toUserMessage(await updateCurrentUser(deps, call, fromUpdateCurrentUserRequest(request))),
  }),
};
