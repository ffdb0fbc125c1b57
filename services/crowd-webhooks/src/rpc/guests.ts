import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { GuestsServiceService } from '@assay/proto/crowd/v1/guests_service';
import type { Deps } from '../deps.ts';
import { authenticateGuest } from '../domain/guest/authenticate-guest.ts';

export const guestsRpcs: Rpcs<Deps, typeof GuestsServiceService> = {
  async authenticateGuest(deps, _call, { tokenSha256 }) {
    const { id: guestId, jobId, organizationId, expiresAt } = await authenticateGuest(deps, tokenSha256);
    return { guestId, jobId, organizationId, expiresAt };
  },
};
