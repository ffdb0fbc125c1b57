import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import type { Deps } from '../deps.ts';
import { authenticateGuest } from '../domain/crowd/guest/authenticate-guest.ts';
import { toAuthenticatedGuest } from './guest-message.ts';

export const guestsRpcs: Rpcs<Deps, typeof GuestsServiceService> = {
  authenticateGuest: async (deps, _call, { tokenSha256 }) =>
    toAuthenticatedGuest(await authenticateGuest(deps, tokenSha256)),
};
