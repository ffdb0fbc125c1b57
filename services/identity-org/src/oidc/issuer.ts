import type { Clock } from '@assay/chassis/clock';
import { createOperatorFetch } from '@assay/chassis/egress/operator-fetch';
import type { Dependencies } from '@assay/chassis/process/dependencies';
import type { ExternalIdentity } from '../domain/user/user.ts';
import { createDiscovery, issuerTimeoutMs } from './discovery.ts';
import type { FetchFromIssuer, IssuerOptions } from './discovery.ts';
import { authorizationUrl, redeem } from './login.ts';
import type { LoginRequest, LoginResponse } from './login.ts';
import { createIssuerTokens } from './issuer-tokens.ts';
import type { VerifiedToken } from './issuer-tokens.ts';

/**
 * The OpenID Connect issuer people sign in at. Every method rejects with UNAVAILABLE while the issuer does not answer. Requests
 * reach the issuer and the origins that the operator set, and follow no redirects.
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

interface IssuerDeps {
  readonly clock: Clock;
  readonly dependencies: Pick<Dependencies, 'addRemote'>;
}

export function createIssuer(options: IssuerOptions, { clock, dependencies }: IssuerDeps): Issuer {
  const send = createOperatorFetch([options.issuer, ...options.endpointOrigins]);
  const onAnswer = dependencies.addRemote('issuer', fetchKeys);
  const request: FetchFromIssuer = async (url, init) => {
    const response = await send(url, init);
    if (response.status < 500) onAnswer();
    return response;
  };
  const discovered = createDiscovery(options, request);

  async function fetchKeys(): Promise<void> {
    const { jwks_uri: uri = '' } = (await discovered()).serverMetadata();
    const { ok, status } = await request(uri, { signal: AbortSignal.timeout(issuerTimeoutMs) });
    if (!ok) throw new Error(`the issuer answered ${status.toString()} for its keys`);
  }

  return {
    verifyAccessToken: createIssuerTokens(options, { discovered, request, clock }),
    authorizationUrl: async (request) => authorizationUrl(await discovered(), request),
    redeem: async (response) => redeem(await discovered(), response),
  };
}
