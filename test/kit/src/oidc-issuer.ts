import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { createBrowser } from './headless-browser.ts';

/** Somebody who can sign in, by what the issuer says of them beside their subject. */
export type Claims = Readonly<Record<string, unknown>>;

/** A real OpenID Connect issuer on this machine, with one client, that signs people in without asking. */
export interface TestIssuer {
  /** What a service reads from the environment to trust it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly issuer: string;
  readonly audience: string;
  /** The key it signs with, RS256, also for what it would never sign itself. */
  readonly privateKey: JsonWebKey & { readonly kid: string };
  /** Signs in at an authorization address; resolves to the address the browser is sent back to. */
  signIn(authorizationUrl: string, subject: string): Promise<string>;
  /** An access token (JWT) of an ordinary code flow. */
  accessToken(subject: string, audience?: string): Promise<string>;
  stop(): Promise<void>;
}

export const redirectUri = 'http://127.0.0.1:8080/v2/auth/callback';
const clientId = 'assay-gateway';
const audience = 'https://assay.test/api';
const lifetimeSeconds = 600;

/** People are looked up by subject; what is known of them also stands in their access tokens. */
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
// A fixed verifier and its S256 challenge (RFC 7636, appendix B): what these tokens show is not how they were got.
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
  if (token === undefined) throw new Error(`no access token: ${String(answer.status)}`);
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
