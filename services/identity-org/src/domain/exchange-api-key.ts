import { unauthenticated } from '@assay/chassis/internal-token';
import type { Deps } from '../deps.ts';
import { hashApiKeySecret } from './api-key-secret.ts';
import { resolvePrincipal } from './resolve-principal.ts';
import type { Principal } from './resolve-principal.ts';

export interface ExchangeInput {
  /** The plaintext. */
  readonly apiKey: string;
  /** Empty: the owner's default organization. */
  readonly organizationId: string;
}

export interface AccessToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

const maxLifetimeSeconds = 900;

/** A token that stands for the key's principal, for fifteen minutes or until the key expires. UNAUTHENTICATED as in resolvePrincipal. */
export async function exchangeApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships' | 'organizations' | 'signer'>,
  { apiKey, organizationId }: ExchangeInput,
): Promise<AccessToken> {
  const principal = await resolvePrincipal(deps, { keySha256: hashApiKeySecret(apiKey), organizationId });
  const nowSeconds = Math.floor(deps.clock.now().getTime() / 1000);
  const lifetimeSeconds = Math.min(maxLifetimeSeconds, secondsLeft(principal, nowSeconds));
  if (lifetimeSeconds < 1) throw unauthenticated();
  const { userId, role, credentialId, modules } = principal;
  const actor = { kind: 'user', userId, role, credentialId, modules } as const;
  return {
    accessToken: await deps.signer.sign({ actor, organizationId: principal.organizationId }, lifetimeSeconds),
    expiresAt: new Date((nowSeconds + lifetimeSeconds) * 1000),
  };
}

function secondsLeft({ expiresAt }: Principal, nowSeconds: number): number {
  return expiresAt === undefined ? Infinity : Math.floor(expiresAt.getTime() / 1000) - nowSeconds;
}
