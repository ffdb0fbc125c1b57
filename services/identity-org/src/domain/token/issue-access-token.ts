import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { unauthenticated } from '@assay/chassis/internal-token';
import { secretVersion } from '../api-key/api-key-secret.ts';
import { isActive } from '../api-key/api-key.ts';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { tokenExpiry } from './exchange-api-key.ts';
import type { IssuedToken } from './exchange-api-key.ts';

/** A bearer token that works where the calling API key works. PERMISSION_DENIED for a call with another credential. */
export async function issueAccessToken(
  { accessTokens, apiKeys, clock }: Pick<Deps, 'accessTokens' | 'apiKeys' | 'clock'>,
  call: CallContext,
): Promise<IssuedToken> {
  const { userId, credentialId } = userActorOf(call);
  const key = await apiKeys.findOwn(userId, credentialId);
  if (key === undefined) {
    throw new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'only an API key can be exchanged for a token');
  }
  const now = clock.now();
  if (!isActive(key, now)) throw unauthenticated();
  const expiresAt = tokenExpiry(key.expirationDate, now);
  const claims = { userId, apiKeyId: key.id, secretVersion: secretVersion(key.keySha256), expiresAt };
  return { accessToken: await accessTokens.issue(claims), expiresAt };
}
