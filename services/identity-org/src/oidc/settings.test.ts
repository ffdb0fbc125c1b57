import { readConfig } from '@assay/chassis/config';
import { describe, expect, it } from 'vitest';
import { issuerOptions, oidcSettings } from './settings.ts';

const complete = {
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_AUDIENCE: 'https://assay.example/api',
  OIDC_CLIENT_ID: 'assay',
  OIDC_CLIENT_SECRET: 'secret',
};
const optionsOf = (environment: Readonly<Record<string, string>>) =>
  issuerOptions(readConfig(oidcSettings, environment));

describe('the settings of the issuer', () => {
  it('are read together', () => {
    expect(optionsOf(complete)).toEqual({
      issuer: 'https://issuer.example',
      endpointOrigins: [],
      audience: 'https://assay.example/api',
      clientId: 'assay',
      clientSecret: 'secret',
    });
  });

  it('need no secret for a public client, and no audience where nobody brings access tokens', () => {
    const { OIDC_ISSUER, OIDC_CLIENT_ID } = complete;
    expect(optionsOf({ OIDC_ISSUER, OIDC_CLIENT_ID })).toMatchObject({
      clientSecret: undefined,
      audience: undefined,
    });
  });

  it('list other origins of the issuer, without a path', () => {
    const read = (text: string) => optionsOf({ ...complete, OIDC_ENDPOINT_ORIGINS: text });
    const origins = ['https://oauth2.example.com', 'https://www.example.com:8443'];
    expect(read(origins.join(', '))?.endpointOrigins).toEqual(origins);
    for (const wrong of ['https://a.example.com/keys', 'http://a.example.com', 'a.example.com', ','])
      expect(() => read(wrong)).toThrow('OIDC_ENDPOINT_ORIGINS must be origins');
  });

  it('are none without an issuer', () => {
    expect(optionsOf({ OIDC_CLIENT_ID: 'assay' })).toBeUndefined();
  });

  it.each(['http://127.0.0.1:9000', 'http://[::1]:9000', 'http://localhost:9000'])('allow %s', (issuer) => {
    expect(optionsOf({ ...complete, OIDC_ISSUER: issuer })?.issuer).toBe(issuer);
  });

  it.each([
    'http://issuer.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
    'ftp://127.0.0.1',
    'issuer.example',
  ])('refuse %s, which somebody on the way could read', (issuer) => {
    expect(() => optionsOf({ ...complete, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER');
  });

  it('refuse an issuer without a client, and an audience that ID tokens have', () => {
    expect(() => optionsOf({ OIDC_ISSUER: complete.OIDC_ISSUER })).toThrow('OIDC_CLIENT_ID');
    expect(() => optionsOf({ ...complete, OIDC_AUDIENCE: 'assay' })).toThrow('OIDC_AUDIENCE');
  });
});
