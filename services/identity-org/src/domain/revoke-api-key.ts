import { userIdOf } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { ApiKey } from './api-key.ts';

/** Ends one of the caller's own keys; ending it again changes nothing. NOT_FOUND for anybody else's. */
export async function revokeApiKey(
  { apiKeys, clock, invalidateCredentials }: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials'>,
  call: Pick<CallContext, 'actor'>,
  apiKeyId: string,
): Promise<ApiKey> {
  const userId = userIdOf(call);
  const revoked =
    (await apiKeys.revoke(userId, apiKeyId, clock.now())) ?? (await apiKeys.findOwn(userId, apiKeyId));
  if (revoked === undefined) throw notFound('api key');
  invalidateCredentials({ credentialIds: [revoked.id] });
  return revoked;
}
