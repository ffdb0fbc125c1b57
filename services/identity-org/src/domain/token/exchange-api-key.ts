import { unauthenticated } from '@assay/chassis/internal-token';
import { CredentialKind } from '@assay/proto/access/v1/access';
import { hashApiKeySecret } from '../api-key/api-key-secret.ts';
import { authenticateApiKey } from '../authentication/authenticate-api-key.ts';
import type { Deps } from '../../deps.ts';

export interface ExchangeInput {
  /** The plaintext. */
  readonly apiKey: string;
  /** Empty: resolvePrincipal chooses. */
  readonly organizationId: string;
}

export interface IssuedToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/**
 * A token that stands for the key's principal, for fifteen minutes or until the key expires. Errors as in
 * authenticateApiKey.
 */
export async function exchangeApiKey(
  deps: Pick<Deps, 'apiKeys' | 'clock' | 'memberships' | 'organizations' | 'signer' | 'users'>,
  { apiKey, organizationId }: ExchangeInput,
): Promise<IssuedToken> {
  const presented = { keySha256: hashApiKeySecret(apiKey), organizationId };
  const principal = await authenticateApiKey(deps, presented);
  const now = deps.clock.now();
  const expiresAt = tokenExpiry(principal.expiresAt, now);
  const lifetimeSeconds = (expiresAt.getTime() - Math.floor(now.getTime() / 1000) * 1000) / 1000;
  if (lifetimeSeconds < 1) throw unauthenticated();
  const { userId, role, credentialId, modules, spendLimit, inheritedSpendLimits } = principal;
  const limits = { credentialKind: CredentialKind.KEY_TOKEN, spendLimit, inheritedSpendLimits };
  const actor = { kind: 'user', userId, role, credentialId, modules, ...limits } as const;
  const accessToken = await deps.signer.sign(
    { actor, organizationId: principal.organizationId },
    lifetimeSeconds,
  );
  return { accessToken, expiresAt };
}

const maxLifetimeMs = 900_000;

/** The end of a token that stands for a key, to the second: in fifteen minutes, or with the key. */
export function tokenExpiry(keyExpiresAt: Date | undefined, now: Date): Date {
  const latestMs = Math.min(now.getTime() + maxLifetimeMs, keyExpiresAt?.getTime() ?? Infinity);
  return new Date(Math.floor(latestMs / 1000) * 1000);
}
