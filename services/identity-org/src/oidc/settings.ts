import { ConfigError, optional, setting, text } from '@assay/chassis/config';
import type { ConfigOf } from '@assay/chassis/config';
import { isSafeAddress, oidcIssuer } from '@assay/chassis/settings/issuer';
import type { IssuerOptions } from './discovery.ts';

export const oidcSettings = {
  oidcIssuer: optional(oidcIssuer, 'nobody signs in'),
  oidcEndpointOrigins: optional(
    setting<readonly string[]>('OIDC_ENDPOINT_ORIGINS', {
      about:
        'Other origins at which the issuer has its endpoints and keys, comma-separated, such as `https://oauth2.example.com`.',
      form: { type: 'array', items: { type: 'string', minLength: 1 } },
      parse: parseOrigins,
    }),
    'requests reach the origin of the issuer alone',
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
  const { oidcEndpointOrigins: endpointOrigins = [] } = config;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new ConfigError('OIDC_CLIENT_ID is missing beside OIDC_ISSUER');
  // The audience of ID tokens is the client. An ID token says who signed in and must not pass for an access token.
  if (oidcAudience === clientId) throw new ConfigError('OIDC_AUDIENCE must differ from OIDC_CLIENT_ID');
  return { issuer, endpointOrigins, clientId, clientSecret, audience: oidcAudience };
}

function parseOrigins(raw: string): readonly string[] {
  const origins = raw.split(',').map((entry) => entry.trim());
  const isOrigin = (entry: string): boolean => isSafeAddress(entry) && new URL(entry).origin === entry;
  if (!origins.every(isOrigin)) throw new Error('must be origins such as https://oauth2.example.com');
  return origins;
}
