import { ConfigError, optional, text } from '@assay/chassis/config';
import type { ConfigOf } from '@assay/chassis/config';
import { oidcIssuer } from '@assay/chassis/settings/issuer';
import type { IssuerOptions } from './discovery.ts';

export const oidcSettings = {
  oidcIssuer: optional(oidcIssuer, 'nobody signs in'),
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
