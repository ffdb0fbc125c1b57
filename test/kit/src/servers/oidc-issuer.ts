import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { createBrowser } from './headless-browser.ts';

/** The claims of a person who can sign in, without the subject. */
export type Claims = Readonly<Record<string, unknown>>;

/** A real OpenID Connect issuer in this process, with one client. It signs people in without a prompt. */
export interface TestIssuer {
  /** The environment variables with which a service trusts the issuer. */
  readonly environment: Readonly<Record<string, string>>;
  readonly issuer: string;
  readonly audience: string;
  /** The RS256 signing key, with which tests also sign invalid tokens. */
  readonly privateKey: JsonWebKey & { readonly kid: string };
  /** Signs in at an authorization URL. Resolves to the callback URL of the browser. */
  signIn(authorizationUrl: string, subject: string): Promise<string>;
  /** Gets an access token (JWT) by the authorization code flow. */
  accessToken(subject: string, audience?: string): Promise<string>;
  stop(): Promise<void>;
}

export const redirectUri = 'http://127.0.0.1:8080/v2/auth/callback';
const clientId = 'assay-gateway';
const audience = 'https://assay.test/api';
const lifetimeSeconds = 600;

/** @param people the claims by subject; they are also in the access tokens */
export async function startOidcIssuer(people: ReadonlyMap<string, Claims>): Promise<TestIssuer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const clientSecret = randomBytes(16).toString('hex');
  const privateKey = newKey();
  const provider = new Provider(issuer, configuration({ people, privateKey, clientSecret }));
  const protocol = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const signsIn = request.url?.startsWith('/interaction/') === true;
    void (signsIn ? finishInteraction(provider, request, response) : protocol(request, response));
  });
  const signIn: TestIssuer['signIn'] = (url, subject) =>
    createBrowser({ 'x-subject': subject }).follow(url, redirectUri);
  return {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: audience,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    },
    issuer,
    audience,
    privateKey,
    signIn,
    accessToken: async (subject, resource = audience) => {
      const callback = await signIn(`${issuer}/auth?${authorization(resource)}`, subject);
      return await redeem({ issuer, clientSecret, resource }, new URL(callback).searchParams.get('code'));
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const scope = 'openid email profile';
// A fixed verifier and its S256 challenge (RFC 7636, appendix B), because these tests do not cover PKCE.
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

function authorization(resource: string): string {
  return new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    resource,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }).toString();
}

async function redeem(
  { issuer, clientSecret, resource }: { issuer: string; clientSecret: string; resource: string },
  code: string | null,
): Promise<string> {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
      resource,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`the issuer returned no access token: ${String(answer.status)}`);
  return token;
}

interface ConfigurationInput {
  readonly people: ReadonlyMap<string, Claims>;
  readonly privateKey: JsonWebKey;
  readonly clientSecret: string;
}

function configuration({ people, privateKey, clientSecret }: ConfigurationInput): Configuration {
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [privateKey] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
    extraTokenClaims: (_context, token) =>
      'accountId' in token ? { ...people.get(token.accountId) } : undefined,
    loadExistingGrant: grantRequestedScopes,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope,
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimeSeconds,
        }),
      },
    },
    ttl: {
      AccessToken: lifetimeSeconds,
      AuthorizationCode: lifetimeSeconds,
      IdToken: lifetimeSeconds,
      Interaction: lifetimeSeconds,
      Session: lifetimeSeconds,
      Grant: lifetimeSeconds,
    },
  };
}

async function grantRequestedScopes({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider, resourceServers } = oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope(scope);
  for (const resource of Object.keys(resourceServers ?? {})) grant.addResourceScope(resource, scope);
  await grant.save();
  return grant;
}

async function finishInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const accountId = String(request.headers['x-subject']);
  await provider.interactionFinished(request, response, { login: { accountId } });
}

function newKey(): JsonWebKey & { readonly kid: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'test-issuer', use: 'sig', alg: 'RS256' };
}
