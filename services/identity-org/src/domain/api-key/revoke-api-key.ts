import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import type { ApiKey } from './api-key.ts';
import { invalidateKey } from './invalidate-key.ts';
import { callingKey, requireKeyManagement } from './permissions.ts';

/**
 * Ends one of the caller's keys for good, also one that can do more, and with it the keys that were made with it. NOT_FOUND
 * for another user's and an ended key, PERMISSION_DENIED when the calling key is limited to some tools.
 */
export async function revokeApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials'>,
  call: CallContext,
  apiKeyId: string,
): Promise<ApiKey> {
  const actor = userActorOf(call);
  requireKeyManagement(await callingKey(deps, actor));
  const { userId } = actor;
  const revoked = await deps.apiKeys.revoke(call, { userId, apiKeyId, at: deps.clock.now() });
  if (revoked === undefined) throw notFound('api key');
  await invalidateKey(deps, revoked);
  return revoked;
}
