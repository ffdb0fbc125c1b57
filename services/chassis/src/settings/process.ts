import type { JSONWebKeySet, JWK } from 'jose';
import { addressVariable } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { uploadTimeout } from '@assay/proto/upload-limits';
import { integer, json, choiceList, choice, optional, origin, port, text } from '../config.ts';
import type { ConfigOf, Setting } from '../config.ts';
import { telemetrySettings } from './telemetry.ts';

/** The roles of a process: all of them in one process, or one per deployment. */
export const roles = ['api', 'worker', 'relay'] as const;
export type ProcessRole = (typeof roles)[number];

/** The settings of every process: logs, admin port, stop times and encryption. */
export const runtimeSettings = {
  ...telemetrySettings,
  adminHost: text('ADMIN_HOST', {
    about: 'The host address that serves `/startupz`, `/healthz`, `/readyz` and `/metrics`.',
    fallback: '127.0.0.1',
  }),
  adminPort: port('ADMIN_PORT', {
    about:
      'The port that serves `/startupz`, `/healthz`, `/readyz` and `/metrics`. 0: the operating system chooses one.',
    fallback: 0,
  }),
  logLevel: choice('LOG_LEVEL', {
    about: 'The lowest log level that is written.',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    fallback: 'info',
  }),
  shutdownDelayMs: integer('SHUTDOWN_DELAY_MS', {
    about:
      'How long a process keeps serving after SIGTERM while it is not ready, in milliseconds, so that load balancers stop sending requests. The gateway tells its clients to close idle connections meanwhile. Services whose `preStop` has waited need no delay.',
    min: 0,
    fallback: 0,
  }),
  callDrainTimeoutMs: integer('CALL_DRAIN_TIMEOUT_MS', {
    about:
      'How long the process waits for calls and requests in flight when it closes, in milliseconds. The default is the longest timeout in the contract.',
    min: 0,
    fallback: 120_000,
  }),
  shutdownTimeoutMs: optional(
    integer('SHUTDOWN_TIMEOUT_MS', {
      about: 'The time after which an orderly stop is ended by force, in milliseconds.',
      min: 0,
    }),
    'the sum of the limits of all closing steps',
  ),
  tlsCaFile: optional(
    text('TLS_CA_FILE', { about: 'A PEM file with the certificate authority of the platform.' }),
    'connections between processes are in plaintext',
  ),
  tlsCertificateFile: optional(
    text('TLS_CERTIFICATE_FILE', {
      about:
        'A PEM file with the certificate of this process and its chain. The certificate must contain the names by which clients call the process.',
    }),
    'this process serves no encrypted connections',
  ),
  tlsKeyFile: optional(
    text('TLS_KEY_FILE', { about: 'A PEM file with the private key of the certificate.' }),
    'this process serves no encrypted connections',
  ),
  plaintext: choice('GRPC_PLAINTEXT', {
    about: 'The connections that may be in plaintext. `anywhere` is for networks that encrypt by themselves.',
    values: ['loopback', 'anywhere'],
    fallback: 'loopback',
  }),
};
export type RuntimeConfig = ConfigOf<typeof runtimeSettings>;

/** The settings of every process that calls or serves gRPC: its own signing key and the public keys of all processes. */
export const tokenSettings = {
  internalTokenKey: json('INTERNAL_TOKEN_KEY', {
    about:
      'The Ed25519 private key (JWK) by which this process signs its internal tokens. Its `kid` is the name of the process, followed by the generation from the second key on: `billing`, `billing.2`.',
    secret: true,
    check: asPrivateKey,
  }),
  internalTokenJwks: json('INTERNAL_TOKEN_JWKS', {
    about:
      'The public keys (JWK set) of all trusted processes. They change together with the private keys and are therefore in the same Secret.',
    secret: true,
    check: asKeySet,
  }),
};
export type TokenConfig = ConfigOf<typeof tokenSettings>;

/** The settings of every service: roles, sealing secrets and the gRPC port. */
export const serviceSettings = {
  ...runtimeSettings,
  ...tokenSettings,
  roles: choiceList('ROLES', {
    about:
      'The roles of this process: answer calls (`api`), consume events and queued work (`worker`), publish events and run periodic tasks (`relay`).',
    values: roles,
    fallback: roles,
  }),
  sealingSecret: optional(
    text('SEALING_SECRET', {
      about:
        'The secret that encrypts what is stored: the answers to idempotency keys, and the signing secrets of webhooks.',
      secret: true,
    }),
    'the signing key encrypts them, and its rotation makes them unreadable',
  ),
  sealingSecretPrevious: optional(
    text('SEALING_SECRET_PREVIOUS', {
      about: 'The previous sealing secret. Keep it for one day; then nothing encrypted with it is left.',
      secret: true,
    }),
    'there is no previous one',
  ),
  sealingSecretNext: optional(
    text('SEALING_SECRET_NEXT', {
      about:
        'The next sealing secret, so that this process can read what processes encrypted that already use it.',
      secret: true,
    }),
    'no next one is accepted',
  ),
  grpcHost: text('GRPC_HOST', { about: 'The host address that serves gRPC.', fallback: '127.0.0.1' }),
  grpcPort: port('GRPC_PORT', {
    about: 'The port that serves gRPC. 0: the operating system chooses one.',
    fallback: 0,
  }),
  revocationsAddress: optional(addressSetting('identity-org'), 'tokens that people hold are refused'),
};

/** The settings of the gateway and projects-files, which handle uploads. */
export const uploadSettings = {
  uploadTimeoutMs: integer(uploadTimeout.variable, uploadTimeout),
  uploadDrainTimeoutMs: optional(
    integer('UPLOAD_DRAIN_TIMEOUT_MS', {
      about: 'How long the process waits for uploads when it closes, in milliseconds.',
      min: 0,
    }),
    '`UPLOAD_TIMEOUT_MS`',
  ),
};

/** The setting of processes that write links or redirects. */
export const publicUrl = origin('PUBLIC_URL', {
  about:
    'The public origin of the platform, such as `https://assay.example.org`. Links in mails, redirects of the sign-in and the payment pages of the mock begin with it. With https, the cookies of the gateway have the prefix `__Host-`.',
});

/** Creates the setting of the gRPC address of another service, `host:port`. */
export function addressSetting(service: ServiceName): Setting<string> {
  const about = `The gRPC address of ${service}: \`host:port\`, or several of them separated by commas. A name resolves to all its addresses.`;
  return text(addressVariable(service), { about });
}

/** Checks an Ed25519 private key (JWK) with a `kid`. Throws for any other value. */
export function asPrivateKey(value: unknown): JWK & { kid: string } {
  const key = value as JWK;
  if (key.kty !== 'OKP' || key.d === undefined || key.kid === undefined)
    throw new Error('not a private OKP key');
  return { ...key, kid: key.kid };
}

/** Checks a set of public keys (JWK set) with distinct `kid`s. Throws for any other value. */
export function asKeySet(value: unknown): JSONWebKeySet {
  const set = value as JSONWebKeySet;
  if (!Array.isArray(set.keys) || set.keys.length === 0) throw new Error('not a key set');
  const kids = set.keys.map(({ kid }) => kid);
  if (new Set(kids).size < kids.length) throw new Error('has two keys with the same kid');
  return set;
}
