import { ConfigError, optional, setting, text } from '@assay/chassis/config';
import type { ConfigOf } from '@assay/chassis/config';
import type { IssuerOptions } from './discovery.ts';

export const oidcSettings = {
  oidcIssuer: optional(
    setting('OIDC_ISSUER', {
      about:
        'The OpenID Connect issuer at which people sign in: an https address, or an http address of this machine.',
      form: { type: 'string', pattern: '^https?://.+$' },
      parse: safeAddress,
    }),
    'nobody signs in',
  ),
  oidcAudience: optional(
    text('OIDC_AUDIENCE', {
      about: 'What access tokens of the issuer must be made for. It differs from the client.',
    }),
    'no access token of the issuer is accepted',
  ),
  oidcClientId: optional(
    text('OIDC_CLIENT_ID', { about: 'This platform’s client at the issuer. An issuer needs it.' }),
    'there may be no issuer',
  ),
  oidcClientSecret: optional(
    text('OIDC_CLIENT_SECRET', { about: 'The secret of the client.', secret: true }),
    'the client is a public one',
  ),
};

/** The configured issuer; undefined: none is. Throws ConfigError for an issuer that is half configured. */
export function issuerOptions(config: ConfigOf<typeof oidcSettings>): IssuerOptions | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcAudience } = config;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new ConfigError('OIDC_CLIENT_ID is missing beside OIDC_ISSUER');
  // The audience of ID tokens is the client. An ID token says who signed in and must not pass for an access token.
  if (oidcAudience === clientId) throw new ConfigError('OIDC_AUDIENCE must differ from OIDC_CLIENT_ID');
  return { issuer, clientId, clientSecret, audience: oidcAudience };
}

function safeAddress(raw: string): string {
  if (!isSafeAddress(raw)) throw new Error('must be an https address, or an http address of this machine');
  return raw;
}

/** Whether nobody on the way can read or change what is sent to an address: it has TLS, or is on this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
