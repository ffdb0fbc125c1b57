import { uploadLimits } from '@assay/proto/upload-limits';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { describe, expect, it } from 'vitest';
import { configFrom } from '../src/config.ts';
import { gatewayEnvironment } from './start-gateway.ts';

const platform = createTestPlatform();

function publicUrlWith(variables: Readonly<Record<string, string>>): string | undefined {
  return configFrom({
    ...gatewayEnvironment(platform, '127.0.0.1:1'),
    ...variables,
  }).publicUrl;
}

describe('the public address', () => {
  it.each([
    ['https://assay.example.org/', 'https://assay.example.org'],
    ['HTTPS://Assay.example.org:443', 'https://assay.example.org'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s is the origin %s', (address, origin) => {
    expect(publicUrlWith({ PUBLIC_URL: address })).toBe(origin);
  });

  it.each([
    'assay.example.org',
    'ftp://assay.example.org',
    'https://a.example/path',
    'https://a.example/?q',
    'https://u@a.example',
  ])('is not %s', (address) => {
    expect(() => publicUrlWith({ PUBLIC_URL: address })).toThrow('PUBLIC_URL must be an http or https URL');
  });

  it.each([
    [{ HTTP_PORT: '8080' }, 'http://127.0.0.1:8080'],
    [{ HTTP_HOST: '::1', HTTP_PORT: '80' }, 'http://[::1]'],
    [{ HTTP_PORT: '0' }, undefined],
  ])('follows from %j where nobody says it', (variables, origin) => {
    expect(publicUrlWith({ PUBLIC_URL: '', ...variables })).toBe(origin);
  });
});

describe('the limit of an organization', () => {
  it.each([
    [{}, 30_000],
    [{ RATE_LIMIT_AUTHENTICATED: '50000' }, 50_000],
    [{ RATE_LIMIT_AUTHENTICATED: '50000', RATE_LIMIT_ORGANIZATION: '40000' }, 40_000],
  ])('with %j is %i', (variables, limit) => {
    const environment = { ...gatewayEnvironment(platform, '127.0.0.1:1'), ...variables };
    expect(configFrom(environment).rateLimitOrganization).toBe(limit);
  });
});

describe('the trusted proxies', () => {
  const isTrusted = (listed: string) =>
    configFrom({ ...gatewayEnvironment(platform, '127.0.0.1:1'), TRUSTED_PROXIES: listed }).isTrustedProxy ??
    never;
  const never = () => false;

  it.each([
    ['10.0.0.0/8, 192.0.2.7', '10.200.0.1', true],
    ['10.0.0.0/8, 192.0.2.7', '192.0.2.7', true],
    ['10.0.0.0/8, 192.0.2.7', '192.0.2.8', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['2001:db8::/32', '2001:db8:1::5', true],
    ['2001:db8::/32', '2001:db9::5', false],
    ['', '127.0.0.1', false],
  ])('%j hold %s: %s', (listed, address, expected) => {
    expect(isTrusted(listed)(address)).toBe(expected);
  });

  it.each(['proxy.example.org', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.1;10.0.0.2'])('are not %s', (listed) => {
    expect(() => isTrusted(listed)).toThrow('TRUSTED_PROXIES must be IP addresses or networks');
  });
});

describe('a limit of uploads', () => {
  it('that projects-files would not start with is none for the gateway either', () => {
    const { variable, max } = uploadLimits.csv;
    const environment = gatewayEnvironment(platform, '127.0.0.1:1');
    expect(configFrom({ ...environment, [variable]: max.toString() }).uploadMaxCsvBytes).toBe(max);
    expect(() => configFrom({ ...environment, [variable]: (max + 1).toString() })).toThrow(variable);
  });
});
