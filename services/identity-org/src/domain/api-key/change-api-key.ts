import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { changedAt } from './api-key.ts';
import type { ApiKey, ApiKeyFields } from './api-key.ts';
import { invalidateKey } from './invalidate-key.ts';
import { callingKey, requireKeyManagement, requireOwnLine, requireWithin } from './permissions.ts';

export interface ApiKeyChange {
  readonly apiKeyId: string;
  readonly action: 'api_key.update' | 'api_key.rotate';
  /** The changes to make to the key as it is now; may throw. */
  readonly fieldsOf: (key: ApiKey) => ApiKeyFields;
}

/**
 * Changes one of the caller's own keys, as if no other change happened at the same time. NOT_FOUND for anybody else's
 * and for a revoked one, PERMISSION_DENIED when the calling key has not made it, directly or not, or when it would then be
 * able to do more than the calling one; ABORTED when too many calls change it at once.
 */
export async function changeApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'invalidateCredentials'>,
  call: CallContext,
  { apiKeyId, action, fieldsOf }: ApiKeyChange,
): Promise<ApiKey> {
  const actor = userActorOf(call);
  return retryOnConflict(async () => {
    const key = await deps.apiKeys.findOwn(actor.userId, apiKeyId);
    if (key === undefined || key.revokedAt !== undefined) throw notFound('api key');
    const lineage = await callingKey(deps, actor);
    requireKeyManagement(lineage);
    const own = lineage?.key;
    requireOwnLine(key, own);
    requireWithin(key, own);
    const fields = fieldsOf(key);
    if (Object.keys(fields).length === 0) return key;
    requireWithin({ ...key, ...fields }, own);
    const at = changedAt(key, deps.clock.now());
    const changed = await deps.apiKeys.change(call, key, { action, fields, at });
    if (changed === undefined) return undefined;
    await invalidateKey(deps, changed);
    return changed;
  });
}
