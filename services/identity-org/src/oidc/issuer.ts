import type { Clock } from '@assay/chassis/clock';
import type { ExternalIdentity } from '../domain/user/user.ts';
import { createDiscovery } from './discovery.ts';
import type { IssuerOptions } from './discovery.ts';
import { authorizationUrl, redeem } from './login.ts';
import type { LoginRequest, LoginResponse } from './login.ts';
import { createIssuerTokens } from './issuer-tokens.ts';
import type { VerifiedToken } from './issuer-tokens.ts';

/** The OpenID Connect issuer people sign in at. Everything rejects with UNAVAILABLE while it does not answer. */
export interface Issuer {
  /** Who an access token is for. UNAUTHENTICATED for any token that does not hold, without saying why. */
  verifyAccessToken(token: string): Promise<VerifiedToken>;
  /** Where a browser begins a login. */
  authorizationUrl(request: LoginRequest): Promise<string>;
  /** Who came back from it. UNAUTHENTICATED when code, state or nonce does not hold, without saying why. */
  redeem(response: LoginResponse): Promise<ExternalIdentity>;
}

export function createIssuer(options: IssuerOptions, clock: Clock): Issuer {
  const discovered = createDiscovery(options);
  return {
    verifyAccessToken: createIssuerTokens(options, { discovered, clock }),
    authorizationUrl: async (request) => authorizationUrl(await discovered(), request),
    redeem: async (response) => redeem(await discovered(), response),
  };
}
