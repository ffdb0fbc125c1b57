import type { CallContext } from '@assay/chassis/call-context';
import { unauthenticated } from '@assay/chassis/errors';
import { secretVersion } from '../api-key/api-key-secret.ts';
import { permissionsOf } from '../api-key/lineage.ts';
import { callingKey } from '../api-key/permissions.ts';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { refuseToolLimited, tokenExpiry } from './exchange-api-key.ts';
import type { IssuedToken } from './exchange-api-key.ts';

/**
 * A bearer token that works where the calling API key works. UNAUTHENTICATED when the key has ended in the meantime,
 * PERMISSION_DENIED when it allows only some tools.
 */
export async function issueAccessToken(
  deps: Pick<Deps, 'accessTokens' | 'apiKeys' | 'clock'>,
  call: CallContext,
): Promise<IssuedToken> {
  const actor = userActorOf(call);
  const lineage = await callingKey(deps, actor);
  if (lineage === undefined) throw unauthenticated();
  const permissions = permissionsOf(lineage);
  refuseToolLimited(permissions);
  const expiresAt = tokenExpiry(permissions.expiresAt, deps.clock.now());
  const { id: apiKeyId, keySha256 } = lineage.key;
  const claims = { userId: actor.userId, apiKeyId, secretVersion: secretVersion(keySha256), expiresAt };
  return { accessToken: await deps.accessTokens.issue(claims), expiresAt };
}
