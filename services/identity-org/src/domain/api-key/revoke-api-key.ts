import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import type { ApiKey } from './api-key.ts';

/** Ends one of the caller's keys for good, also one that can do more. NOT_FOUND for another user's and an ended key. */
export async function revokeApiKey(
  { apiKeys, clock, invalidateCredentials }: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials'>,
  call: CallContext,
  apiKeyId: string,
): Promise<ApiKey> {
  const revoked = await apiKeys.revoke(call, { userId: userActorOf(call).userId, apiKeyId, at: clock.now() });
  if (revoked === undefined) throw notFound('api key');
  invalidateCredentials({ credentialIds: [revoked.id] });
  return revoked;
}
