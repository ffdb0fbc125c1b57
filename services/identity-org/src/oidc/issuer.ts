import type { Clock } from '@assay/chassis/clock';
import type { ExternalIdentity } from '../domain/user/user.ts';
import { createDiscovery } from './discovery.ts';
import type { IssuerOptions } from './discovery.ts';
import { authorizationUrl, redeem } from './login.ts';
import type { LoginRequest, LoginResponse } from './login.ts';
import { createIssuerTokens } from './issuer-tokens.ts';
import type { VerifiedToken } from './issuer-tokens.ts';

/**
 * The OpenID Connect issuer people sign in at. Every method rejects with UNAVAILABLE while the issuer does not answer.
 */
export interface Issuer {
  /** The user an access token was made for. UNAUTHENTICATED for any invalid token, without saying why. */
  verifyAccessToken(token: string): Promise<VerifiedToken>;
  /** The address at which a browser begins a login. */
  authorizationUrl(request: LoginRequest): Promise<string>;
  /**
   * The user who came back from a login. UNAUTHENTICATED when code, state or nonce is invalid, without saying which.
   */
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
