import { unauthenticated } from '@assay/chassis/errors';
import type { ExternalIdentity } from '../domain/user/user.ts';

/** The user whom the standard claims name (OpenID Connect Core 1.0, 5.1). An unverified address is left out. */
export function identityOf(claims: Readonly<Record<string, unknown>>): ExternalIdentity {
  const { iss, sub, email, email_verified: isVerified, name } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '') throw unauthenticated();
  const hasEmail = isVerified === true && typeof email === 'string' && email !== '';
  return {
    issuer: iss,
    subject: sub,
    email: hasEmail ? email.toLowerCase() : undefined,
    name: typeof name === 'string' ? name : undefined,
  };
}
