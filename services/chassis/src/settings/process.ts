import type { JSONWebKeySet, JWK } from 'jose';
import { addressVariable } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { uploadTimeout } from '@assay/proto/upload-limits';
import { integer, json, choiceList, choice, optional, origin, port, text } from '../config.ts';
import type { ConfigOf, Setting } from '../config.ts';
import { telemetrySettings } from './telemetry.ts';

/** What a process does; all of it in one process, or one role per deployment. */
export const roles = ['api', 'worker', 'relay'] as const;
export type ProcessRole = (typeof roles)[number];

/** Every process: logs, the admin port, and how it talks to others. */
export const runtimeSettings = {
  ...telemetrySettings,
  adminHost: text('ADMIN_HOST', {
    about: 'The address at which `/startupz`, `/healthz`, `/readyz` and `/metrics` are served.',
    fallback: '127.0.0.1',
  }),
  adminPort: port('ADMIN_PORT', {
    about:
      'The port at which `/startupz`, `/healthz`, `/readyz` and `/metrics` are served; 0 lets the system choose.',
    fallback: 0,
  }),
  logLevel: choice('LOG_LEVEL', {
    about: 'What is logged: this level and all above it.',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    fallback: 'info',
  }),
  shutdownDelayMs: integer('SHUTDOWN_DELAY_MS', {
    about:
      'How long a process goes on after SIGTERM, unready, while others stop to send it work, in milliseconds. Clients of the gateway are told meanwhile to close the connections they keep. Services need none where `preStop` has waited.',
    min: 0,
    fallback: 0,
  }),
  callDrainTimeoutMs: integer('CALL_DRAIN_TIMEOUT_MS', {
    about:
      'How long calls and requests in flight may go on once the process closes, in milliseconds; as long as the contract gives any of them.',
    min: 0,
    fallback: 120_000,
  }),
  shutdownTimeoutMs: optional(
    integer('SHUTDOWN_TIMEOUT_MS', {
      about: 'The longest an orderly stop may take before the process is ended by force, in milliseconds.',
      min: 0,
    }),
    'the sum of what its closing steps may take',
  ),
  tlsCaFile: optional(
    text('TLS_CA_FILE', { about: 'The authority of the platform’s own certificates, a PEM file.' }),
    'processes talk to each other in plaintext',
  ),
  tlsCertificateFile: optional(
    text('TLS_CERTIFICATE_FILE', {
      about:
        'What this process shows others: a certificate with its chain, a PEM file. Its names are those by which the process is called.',
    }),
    'this process serves nobody encrypted',
  ),
  tlsKeyFile: optional(
    text('TLS_KEY_FILE', { about: 'The private key of the certificate, a PEM file.' }),
    'as without a certificate',
  ),
  plaintext: choice('GRPC_PLAINTEXT', {
    about: 'Where processes may talk in plaintext; `anywhere` is for networks that encrypt by themselves.',
    values: ['loopback', 'anywhere'],
    fallback: 'loopback',
  }),
};
export type RuntimeConfig = ConfigOf<typeof runtimeSettings>;

/** Every process that calls or serves gRPC: its own signing key and everybody's public keys. */
export const tokenSettings = {
  internalTokenKey: json('INTERNAL_TOKEN_KEY', {
    about:
      'The Ed25519 private key (JWK) with which this process signs its calls to others. Its `kid` is the name of the process and, from the second key on, its generation: `billing`, `billing.2`.',
    secret: true,
    check: asPrivateKey,
  }),
  internalTokenJwks: json('INTERNAL_TOKEN_JWKS', {
    about:
      'The public keys (JWK set) of all processes whose calls are believed. It changes together with the private keys, so it lies in a Secret with them.',
    secret: true,
    check: asKeySet,
  }),
};
export type TokenConfig = ConfigOf<typeof tokenSettings>;

/** Every service: what it does and where it serves gRPC. */
export const serviceSettings = {
  ...runtimeSettings,
  ...tokenSettings,
  roles: choiceList('ROLES', {
    about:
      'What this process does: answer calls (`api`), take work from queues (`worker`), publish events and do periodic tasks (`relay`).',
    values: roles,
    fallback: roles,
  }),
  sealingSecret: optional(
    text('SEALING_SECRET', {
      about: 'What the stored answers to idempotency keys are sealed with.',
      secret: true,
    }),
    'the signing key, which then cannot be rotated freely',
  ),
  sealingSecretPrevious: optional(
    text('SEALING_SECRET_PREVIOUS', {
      about:
        'The sealing secret before the present one: given for a day, after which no answer sealed with it is left.',
      secret: true,
    }),
    'there was none',
  ),
  sealingSecretNext: optional(
    text('SEALING_SECRET_NEXT', {
      about:
        'The sealing secret after the present one, so that answers of a process that has it already can be opened.',
      secret: true,
    }),
    'none is accepted beforehand',
  ),
  grpcHost: text('GRPC_HOST', { about: 'The address at which gRPC is served.', fallback: '127.0.0.1' }),
  grpcPort: port('GRPC_PORT', {
    about: 'The port at which gRPC is served; 0 lets the system choose.',
    fallback: 0,
  }),
  revocationsAddress: optional(addressSetting('identity-org'), 'tokens that people hold are not taken'),
};

/** The gateway and projects-files, through which an upload goes. */
export const uploadSettings = {
  uploadTimeoutMs: integer(uploadTimeout.variable, uploadTimeout),
  uploadDrainTimeoutMs: optional(
    integer('UPLOAD_DRAIN_TIMEOUT_MS', {
      about: 'How long uploads may go on once the process closes, in milliseconds.',
      min: 0,
    }),
    'as long as an upload may take',
  ),
};

/** The origin of the platform, for whoever writes links or redirects. */
export const publicUrl = origin('PUBLIC_URL', {
  about:
    'The origin at which people reach the platform, such as `https://assay.example.org`: links in mails, redirects of the sign-in and the mock’s payment pages begin with it. With https the gateway’s cookies get the prefix `__Host-`.',
});

/** Where a service that is called answers gRPC, `host:port`. */
export function addressSetting(service: ServiceName): Setting<string> {
  const about = `Where ${service} answers gRPC: \`host:port\`, or several of them separated by commas. A name stands for all addresses it has.`;
  return text(addressVariable(service), { about });
}

/** An Ed25519 private key (JWK) with its `kid`. Throws for anything else. */
export function asPrivateKey(value: unknown): JWK & { kid: string } {
  const key = value as JWK;
  if (key.kty !== 'OKP' || key.d === undefined || key.kid === undefined)
    throw new Error('not a private OKP key');
  return { ...key, kid: key.kid };
}

/** Public keys (JWK set), each with a `kid` of its own. Throws for anything else. */
export function asKeySet(value: unknown): JSONWebKeySet {
  const set = value as JSONWebKeySet;
  if (!Array.isArray(set.keys) || set.keys.length === 0) throw new Error('not a key set');
  const kids = set.keys.map(({ kid }) => kid);
  if (new Set(kids).size < kids.length) throw new Error('has two keys of one kid');
  return set;
}
