import { unauthenticated } from '@assay/chassis/errors';
import { isWorking, lineageOf } from '../api-key/lineage.ts';
import type { Deps } from '../../deps.ts';
import { credentialOfKey } from './credential.ts';
import { resolvePrincipal } from './resolve-principal.ts';
import type { Principal } from './resolve-principal.ts';

export interface PresentedKey {
  readonly keySha256: string;
  /** Empty: resolvePrincipal chooses. */
  readonly organizationId: string;
}

/**
 * The principal of a key. UNAUTHENTICATED, always with the same message, for an unknown, expired or revoked key, or
 * one that was made with such a key; NOT_FOUND as in resolvePrincipal.
 */
export async function authenticateApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'organizations' | 'users'>,
  { keySha256, organizationId }: PresentedKey,
): Promise<Principal> {
  const key = await deps.apiKeys.findByHash(keySha256);
  const lineage = key && (await lineageOf(deps, key));
  if (lineage === undefined || !isWorking(lineage, deps.clock.now())) throw unauthenticated();
  return await resolvePrincipal(deps, credentialOfKey(lineage), organizationId);
}
