import type { AuthenticateGuestResponse } from '@assay/proto/crowd/v1/guests_service';
import type { Guest } from '../domain/crowd/guest/guest.ts';

export function toAuthenticatedGuest({
  id: guestId,
  jobId,
  organizationId,
  expiresAt,
}: Guest): AuthenticateGuestResponse {
  return { guestId, jobId, organizationId, expiresAt };
}
