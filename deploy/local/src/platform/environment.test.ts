import { addressVariable, processes, processNames, serviceNames } from '@assay/proto/processes';
import { describe, expect, it } from 'vitest';
import { environmentOf, grpcAddress } from './environment.ts';
import type { PlatformLayout } from './environment.ts';
import { createSecrets } from './secrets.ts';
import { choosePorts } from './start-platform.ts';

const secrets = createSecrets();
const ports = await choosePorts();
const layout: PlatformLayout = {
  ports,
  servers: {
    mongodb: { uri: 'mongodb://m' },
    nats: { url: 'nats://n' },
    s3: { endpoint: 'http://s', region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 'k' },
    redis: { url: 'redis://r' },
  },
  secrets,
  logLevel: 'info',
  databasePrefix: 'assay',
  natsNamespace: '',
  publicUrl: 'http://127.0.0.1:10',
  mail: { smtpUrl: 'smtp://m', from: 'Assay <a@b>' },
  signIn: { issuer: 'http://o', audience: 'urn:a', clientId: 'c', clientSecret: 'shared with the issuer' },
  stripe: {},
  tls: {},
};

describe('environmentOf', () => {
  it('names listeners by https where the processes have certificates, and names these to all', () => {
    const url = (of: PlatformLayout) => environmentOf('gateway', of)['PROJECTS_FILES_UPLOAD_URL'];
    expect(url(layout)).toMatch(/^http:/u);
    const tls = { TLS_CA_FILE: '/ca.pem', TLS_CERTIFICATE_FILE: '/c.pem', TLS_KEY_FILE: '/k.pem' };
    expect(url({ ...layout, tls })).toMatch(/^https:/u);
    for (const name of processNames) expect(environmentOf(name, { ...layout, tls })).toMatchObject(tls);
  });

  it('tells who decodes audio and video where FFmpeg is, and nobody else', () => {
    const of = (servers: PlatformLayout['servers']) =>
      processNames.filter((name) => 'FFMPEG_PATH' in environmentOf(name, { ...layout, servers }));
    expect(of({ ...layout.servers, ffmpegPath: '/tools/ffmpeg' })).toEqual([
      'projects-files',
      'datasets',
      'verification',
    ]);
    expect(of(layout.servers)).toEqual([]);
    const decoder = { ffmpegPath: '/tools/ffmpeg', mayRunFfmpegUnconfined: true };
    const told = environmentOf('verification', { ...layout, servers: { ...layout.servers, ...decoder } });
    expect(told['FFMPEG_UNCONFINED']).toBe('allowed');
  });

  it.each(processNames)('gives %s its own signing key and everybody’s public ones', (name) => {
    const environment = environmentOf(name, layout);
    expect(JSON.parse(environment['INTERNAL_TOKEN_KEY'] ?? '')).toMatchObject({ kid: name, crv: 'Ed25519' });
    const published = environment['INTERNAL_TOKEN_JWKS'] ?? '';
    expect(JSON.parse(published)).toMatchObject({
      keys: processNames.map((kid) => ({ kid, x: secrets.internalTokenKeys[kid].x })),
    });
    for (const { d } of Object.values(secrets.internalTokenKeys)) expect(published).not.toContain(d);
  });

  it('gives every process that needs one a database of its own, and the others none', () => {
    expect(environmentOf('identity-org', layout)['MONGODB_DATABASE']).toBe('assay_identity_org');
    const holders = processNames.filter((name) => 'MONGODB_DATABASE' in environmentOf(name, layout));
    expect(holders).toEqual(processNames.filter((name) => processes[name].needs.includes('mongodb')));
    expect(new Set(holders.map((name) => environmentOf(name, layout)['MONGODB_DATABASE'])).size).toBe(
      holders.length,
    );
    expect(holders).not.toContain('gateway');
  });

  it('gives every process that stores answers a secret of its own to seal them with', () => {
    const sealed = processNames.map((name) => environmentOf(name, layout)['SEALING_SECRET']);
    const given = sealed.filter((secret) => secret !== undefined);
    expect(given).toHaveLength(
      processNames.filter((name) => processes[name].needs.includes('mongodb')).length,
    );
    expect(new Set(given).size).toBe(given.length);
  });

  it('shows the storage keys only to the processes that store objects', () => {
    const holders = processNames.filter((name) => 'S3_SECRET_ACCESS_KEY' in environmentOf(name, layout));
    expect(holders).toEqual(processNames.filter((name) => processes[name].needs.includes('storage')));
    expect(holders).not.toContain('gateway');
  });

  it.each(processNames)('tells %s where those are that it calls, and no others', (name) => {
    const told = Object.keys(environmentOf(name, layout)).filter((variable) => variable.endsWith('_ADDRESS'));
    expect(told.toSorted()).toEqual(processes[name].calls.map(addressVariable).toSorted());
  });

  it('shows the API key only to the service that seeds it', () => {
    const holders = processNames.filter((name) =>
      Object.values(environmentOf(name, layout)).includes(secrets.apiKey),
    );
    expect(holders).toEqual(['identity-org']);
  });

  it.each(['ACCESS_TOKEN_KEY', 'LINK_SIGNING_KEY', 'SMTP_URL', 'OIDC_CLIENT_SECRET'])(
    'shows %s only to identity-org',
    (variable) => {
      const holders = processNames.filter((name) => variable in environmentOf(name, layout));
      expect(holders).toEqual(['identity-org']);
    },
  );

  it('shows the key of evidence bundles only to verification', () => {
    const holders = processNames.filter((name) => 'EVIDENCE_SIGNING_KEY' in environmentOf(name, layout));
    expect(holders).toEqual(['verification']);
  });

  it('lets only crowd-webhooks reach receivers on this machine', () => {
    const webhooks = { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1:9443', WEBHOOK_CA_FILE: '/ca.pem' };
    const holders = processNames.filter(
      (name) => 'WEBHOOK_CA_FILE' in environmentOf(name, { ...layout, webhooks }),
    );
    expect(holders).toEqual(['crowd-webhooks']);
    expect(environmentOf('crowd-webhooks', { ...layout, webhooks })).toMatchObject(webhooks);
  });

  it('plays payments by the mock unless Stripe is configured', () => {
    expect(environmentOf('billing', layout)).toMatchObject({
      PAYMENT_PROVIDER: 'mock',
      PAYMENT_MOCK_SECRET: secrets.paymentMockSecret,
    });
    const withStripe = environmentOf('billing', { ...layout, stripe: { STRIPE_SECRET_KEY: 'sk' } });
    expect(withStripe).toMatchObject({ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk' });
    expect(withStripe).not.toHaveProperty('PAYMENT_MOCK_SECRET');
  });

  it('names no mail server and no issuer where there is none', () => {
    const without = environmentOf('identity-org', { ...layout, mail: undefined, signIn: undefined });
    expect(Object.keys(without).filter((name) => /^(SMTP|MAIL|OIDC)_/.test(name))).toEqual([]);
  });

  it('names no Redis where there is none', () => {
    const without = { ...layout, servers: { ...layout.servers, redis: undefined } };
    expect(environmentOf('gateway', without)).not.toHaveProperty('REDIS_URL');
    expect(environmentOf('gateway', layout)['REDIS_URL']).toBe('redis://r');
  });

  it('gives everything that listens a port of its own', () => {
    const numbers = Object.values(ports).flatMap((uses) => Object.values(uses));
    expect(numbers.every((port) => Number.isInteger(port))).toBe(true);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(grpcAddress('billing', ports)).toBe(`127.0.0.1:${ports.billing.grpc}`);
  });

  it('tells the gateway where to serve and where the others answer', () => {
    expect(environmentOf('gateway', layout)).toMatchObject({
      HTTP_PORT: `${ports.gateway.http}`,
      ADMIN_PORT: `${ports.gateway.admin}`,
      ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), grpcAddress(name, ports)])),
      PROJECTS_FILES_UPLOAD_URL: `http://127.0.0.1:${ports['projects-files'].upload}`,
    });
  });
});
