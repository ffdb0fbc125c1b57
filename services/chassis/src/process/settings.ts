import type { JSONWebKeySet, JWK } from 'jose';
import { addressVariable } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { integer, json, listOf, oneOf, optionalText, port, text } from '../config.ts';
import type { ConfigOf, Setting } from '../config.ts';

/** What a process does; all of it in one process, or one role per deployment. */
export const roles = ['api', 'worker', 'relay'] as const;
export type ProcessRole = (typeof roles)[number];

/** Every process: logs, the admin port, and how it talks to others. */
export const runtimeSettings = {
  adminHost: text('ADMIN_HOST', '127.0.0.1'),
  adminPort: port('ADMIN_PORT', 0),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', { min: 0, fallback: 15_000 }),
  /** The authority of the platform's certificates, PEM. Unset: processes talk to each other in plaintext. */
  tlsCaFile: optionalText('TLS_CA_FILE'),
  /** What this process shows others, PEM with its chain; its names are those by which it is called. */
  tlsCertificateFile: optionalText('TLS_CERTIFICATE_FILE'),
  tlsKeyFile: optionalText('TLS_KEY_FILE'),
  /** Where processes may talk in plaintext; `anywhere` is for networks that encrypt by themselves. */
  plaintext: oneOf('GRPC_PLAINTEXT', ['loopback', 'anywhere'], 'loopback'),
};
export type RuntimeConfig = ConfigOf<typeof runtimeSettings>;

/** Every process that calls or serves gRPC: its own signing key and everybody's public keys. */
export const tokenSettings = {
  internalTokenKey: json('INTERNAL_TOKEN_KEY', asPrivateKey),
  internalTokenJwks: json('INTERNAL_TOKEN_JWKS', asKeySet),
};
export type TokenConfig = ConfigOf<typeof tokenSettings>;

/** Every service: what it does and where it serves gRPC. */
export const serviceSettings = {
  ...runtimeSettings,
  ...tokenSettings,
  roles: listOf('ROLES', roles, roles),
  /** What the stored answers to idempotency keys are sealed with. Unset: the signing key, which then cannot be rotated freely. */
  sealingSecret: optionalText('SEALING_SECRET'),
  /** The one before, for a day. */
  sealingSecretPrevious: optionalText('SEALING_SECRET_PREVIOUS'),
  grpcHost: text('GRPC_HOST', '127.0.0.1'),
  grpcPort: port('GRPC_PORT', 0),
  /** Where identity-org says which credentials were revoked. Unset: tokens that people hold are not taken. */
  revocationsAddress: optionalText(addressVariable('identity-org')),
};

export const mongoSettings = {
  mongodbUri: text('MONGODB_URI'),
  mongodbDatabase: text('MONGODB_DATABASE'),
};

/** How long what serves and works waits for one answer of MongoDB, so that a call is told in time that it hangs. */
export const mongoLimits = {
  mongodbTimeoutMs: integer('MONGODB_TIMEOUT_MS', { min: 100, fallback: 4_000 }),
};

export const natsSettings = {
  natsUrl: text('NATS_URL'),
  /** Before every stream and subject, for several platforms on one server. Empty: none. */
  natsNamespace: text('NATS_NAMESPACE', ''),
  natsReplicas: integer('NATS_REPLICAS', { min: 1, max: 5, fallback: 1 }),
};

export const storageSettings = {
  s3Endpoint: text('S3_ENDPOINT'),
  s3PublicEndpoint: optionalText('S3_PUBLIC_ENDPOINT'),
  s3Region: text('S3_REGION', 'us-east-1'),
  s3Bucket: text('S3_BUCKET'),
  s3AccessKeyId: text('S3_ACCESS_KEY_ID'),
  s3SecretAccessKey: text('S3_SECRET_ACCESS_KEY'),
  /** How long S3 may leave a request unanswered, or an object without a byte that moves. */
  s3TimeoutMs: integer('S3_TIMEOUT_MS', { min: 100, fallback: 4_000 }),
};

/** Where a service that is called answers gRPC, `host:port`. */
export function addressOf(service: ServiceName): Setting<string> {
  return text(addressVariable(service));
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
