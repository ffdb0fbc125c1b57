import { unauthenticated } from '@assay/chassis/errors';
import { CredentialKind } from '@assay/proto/access/v1/access';
import { secretVersion } from '../api-key/api-key-secret.ts';
import { isWorking, lineageOf } from '../api-key/lineage.ts';
import type { Deps } from '../../deps.ts';
import { userOfIdentity } from '../user/user-of-identity.ts';
import { credentialOfKey, credentialOfPerson } from './credential.ts';
import type { Credential } from './credential.ts';
import { resolvePrincipal } from './resolve-principal.ts';
import type { Principal } from './resolve-principal.ts';

export interface PresentedToken {
  readonly token: string;
  /** Empty: resolvePrincipal chooses. */
  readonly organizationId: string;
}

type AuthenticateBearerTokenDeps = Pick<
  Deps,
  'accessTokens' | 'apiKeys' | 'clock' | 'identities' | 'issuer' | 'organizations' | 'users'
>;

/**
 * The principal of a bearer token, one of this service or one of the configured issuer. UNAUTHENTICATED, always with
 * the same message, for an invalid token; UNAVAILABLE while the issuer's keys cannot be fetched; NOT_FOUND as in
 * resolvePrincipal.
 */
export async function authenticateBearerToken(
  deps: AuthenticateBearerTokenDeps,
  { token, organizationId }: PresentedToken,
): Promise<Principal> {
  const isOwn = deps.accessTokens.isOwn(token);
  const credential = isOwn ? await keyCredential(deps, token) : await issuerCredential(deps, token);
  return await resolvePrincipal(deps, credential, organizationId);
}

/** A token ends with its key: by its date, its revocation, its suspension, and by a new secret. */
async function keyCredential(deps: AuthenticateBearerTokenDeps, token: string): Promise<Credential> {
  const claims = await deps.accessTokens.verify(token);
  const key = await deps.apiKeys.findOwn(claims.userId, claims.apiKeyId);
  if (key === undefined || secretVersion(key.keySha256) !== claims.secretVersion) throw unauthenticated();
  const lineage = await lineageOf(deps, key);
  if (!isWorking(lineage, deps.clock.now())) throw unauthenticated();
  return { ...credentialOfKey(lineage), kind: CredentialKind.KEY_TOKEN, expiresAt: claims.expiresAt };
}

async function issuerCredential(deps: AuthenticateBearerTokenDeps, token: string): Promise<Credential> {
  if (deps.issuer === undefined) throw unauthenticated();
  const { identity, expiresAt } = await deps.issuer.verifyAccessToken(token);
  const { id } = await userOfIdentity(deps, identity);
  return credentialOfPerson({ id: `oidc:${id}`, userId: id, expiresAt });
}
