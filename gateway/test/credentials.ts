import { createHash } from 'node:crypto';
import { findSample } from '@assay/operations/derive/samples';
import { AuthenticateGuestResponse } from '@assay/proto/crowd/v1/guests_service';
import { Principal } from '@assay/proto/identity/v1/principal';

/** The credentials that the sample services accept. */
export const apiKey = 'assay_sample';
export const keySha256 = hash(apiKey);
export const bearerToken = 'sample.bearer.token';
export const sessionSecret = 'sample-session';
/** The token of a guest of a crowd job. */
export const guestToken = `assay_guest_${'g'.repeat(43)}`;
export const guestTokenSha256 = hash(guestToken);
export const sessionSha256 = hash(sessionSecret);

/** The principal of each credential: a user of the sample organization. */
export const principal: Principal = sampled(Principal);

/** The guest of the guest token. */
export const guest: AuthenticateGuestResponse = sampled(AuthenticateGuestResponse);

/** Returns the sample of a message. */
export function sampled<T>({ $type }: { readonly $type: string; decode(bytes: Uint8Array): T }): T {
  const sample = findSample({ typeName: $type });
  if (sample === undefined) throw new Error(`${$type} has no sample`);
  // The sample was created with the type of the message.
  return sample.whole as T;
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
