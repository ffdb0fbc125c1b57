import { randomBytes } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import Provider, { interactionPolicy } from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { claimsOf } from './people.ts';
import type { People } from './people.ts';

export interface IssuerOptions {
  readonly issuer: string;
  /** What access tokens are made for. */
  readonly audience: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly keys: { keys: JsonWebKey[] };
  readonly people: People;
}

const scope = 'openid email profile';
const tokenSeconds = 3600;

/** An OpenID Connect issuer that accepts any identity: code with PKCE, access tokens as JWT (RS256). */
export function createIssuer(options: IssuerOptions): Provider {
  const { issuer, clientId, clientSecret, redirectUri, keys, people } = options;
  return new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: keys,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Claims also in the ID token, where clients that never ask the userinfo endpoint find them.
    conformIdTokenClaims: false,
    findAccount: (_context, subject) => {
      const person = people.find(subject);
      return person && { accountId: subject, claims: () => claimsOf(person) };
    },
    extraTokenClaims: (_context, token) => {
      const person = 'accountId' in token ? people.find(token.accountId) : undefined;
      return person && claimsOf(person);
    },
    loadExistingGrant: grantWhatIsAsked,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy: alwaysAskWho() },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: tokensForAudience(options.audience),
    },
    ttl: {
      AccessToken: tokenSeconds,
      IdToken: tokenSeconds,
      Interaction: tokenSeconds,
      Session: tokenSeconds,
      Grant: tokenSeconds,
    },
  });
}

/** A signed access token for a person, without a browser. */
export async function issueAccessToken(
  provider: Provider,
  { audience, clientId }: Pick<IssuerOptions, 'audience' | 'clientId'>,
  subject: string,
): Promise<{ accessToken: string; expiresIn: number }> {
  const client = await provider.Client.find(clientId);
  if (client === undefined) throw new Error('the client is not registered');
  const grant = new provider.Grant({ clientId, accountId: subject });
  grant.addResourceScope(audience, scope);
  const token = new provider.AccessToken({
    client,
    accountId: subject,
    grantId: await grant.save(),
    scope,
    gty: 'development',
  });
  token.resourceServer = new provider.ResourceServer(audience, resourceServer(audience));
  return { accessToken: await token.save(), expiresIn: tokenSeconds };
}

function tokensForAudience(audience: string): NonNullable<Configuration['features']>['resourceIndicators'] {
  return {
    enabled: true,
    getResourceServerInfo: (_context, resource) => {
      if (resource !== audience) throw new Error(`access tokens are for ${audience}`);
      return resourceServer(audience);
    },
    useGrantedResource: () => true,
  };
}

function resourceServer(audience: string) {
  return { scope, audience, accessTokenFormat: 'jwt', accessTokenTTL: tokenSeconds } as const;
}

/** Nobody is asked for consent: this issuer has one client, and it belongs to the platform. */
async function grantWhatIsAsked({ oidc }: KoaContextWithOIDC) {
  const { client, session, requestParamScopes, provider, resourceServers } = oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope([...requestParamScopes].join(' '));
  for (const resource of Object.keys(resourceServers ?? {})) grant.addResourceScope(resource, scope);
  await grant.save();
  return grant;
}

/** Who signed in before is asked again: in development one person plays many. */
function alwaysAskWho() {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'who',
        'say who is signing in',
        ({ oidc }) => oidc.result?.login === undefined,
      ),
    );
  return policy;
}
