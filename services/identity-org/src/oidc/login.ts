import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import type { Configuration } from 'openid-client';
import { unauthenticated } from '@assay/chassis/errors';
import type { LoginSecrets } from '../domain/session/login-secret.ts';
import type { ExternalIdentity } from '../domain/user/user.ts';
import { identityOf } from './claims.ts';
import { issuerUnavailable } from './discovery.ts';

export interface LoginRequest {
  readonly redirectUri: string;
  readonly secrets: LoginSecrets;
}

export interface LoginResponse {
  /** The redirect address with the query the browser brought. */
  readonly callbackUrl: URL;
  readonly secrets: LoginSecrets;
}

/** Authorization code with PKCE (RFC 7636, S256); state and nonce bind the response to this browser's login. */
export async function authorizationUrl(
  configuration: Configuration,
  { redirectUri, secrets }: LoginRequest,
): Promise<string> {
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
    state: secrets.state,
    nonce: secrets.nonce,
  }).href;
}

export async function redeem(
  configuration: Configuration,
  response: LoginResponse,
): Promise<ExternalIdentity> {
  const claims = await claimsOf(configuration, response).catch((error: unknown) => {
    throw isUnanswered(error) ? issuerUnavailable(error) : unauthenticated(error);
  });
  return identityOf(claims);
}

async function claimsOf(
  configuration: Configuration,
  { callbackUrl, secrets }: LoginResponse,
): Promise<Readonly<Record<string, unknown>>> {
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    pkceCodeVerifier: secrets.codeVerifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  });
  const claims = { ...tokens.claims() };
  return { ...(await userInfo(configuration, tokens.access_token, claims)), ...claims };
}

/** Many issuers keep the address out of the ID token when it can be asked for. */
async function userInfo(
  configuration: Configuration,
  accessToken: string,
  { sub, email }: { sub?: string; email?: unknown },
): Promise<Readonly<Record<string, unknown>>> {
  const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (email !== undefined || sub === undefined || !canAsk) return {};
  return { ...(await fetchUserInfo(configuration, accessToken, sub)) };
}

/** Whether the issuer failed to answer as the protocol demands, rather than refuse the login. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return false;
  if (error instanceof ResponseBodyError) return !refusals.includes(error.error);
  if (!(error instanceof ClientError)) return true;
  return unansweredCodes.includes(error.code ?? '');
}

const refusals = ['invalid_grant', 'invalid_request'];
const unansweredCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];
