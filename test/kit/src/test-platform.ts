import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { OutgoingCall, UserActor } from '@assay/chassis/call-context';
import { systemClock } from '@assay/chassis/clock';
import type { Clock } from '@assay/chassis/clock';
import { createChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import { newId } from '@assay/chassis/ids';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { processNames } from '@assay/proto/processes';
import type { Affinity, ProcessName } from '@assay/proto/processes';
import type { ServerAddresses } from '@assay/local/servers/start-servers';
import { inject } from 'vitest';
import type {} from './set-up/infrastructure.ts';

type PrivateKey = Parameters<typeof createTokenSigner>[0];

/** An isolated platform on the shared servers: a database, a NATS namespace and a signing key for each process. */
export interface TestPlatform {
  /** The database of the services. */
  readonly database: string;
  readonly natsNamespace: string;
  /** Returns the environment variables of a service. */
  environment(service: string): Readonly<Record<string, string>>;
  /** Opens a channel. `issuer` signs the token of each call, which names its actor. */
  connect(address: string | undefined, issuer?: ProcessName, affinity?: Affinity): Channel;
}

/**
 * Creates a platform. Call it once per test file, so that files can run in parallel. By default it uses the servers of the test
 * run.
 */
export function createTestPlatform(
  clock: Clock = systemClock,
  { mongodb, nats }: Pick<ServerAddresses, 'mongodb' | 'nats'> = inject('servers'),
): TestPlatform {
  const name = `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const keys = new Map<string, PrivateKey>(processNames.map((process) => [process, newKey(process)]));
  const linkSigningKey = randomBytes(32).toString('base64');
  const paymentMockSecret = randomUUID();
  const jwks = { keys: [...keys.values()].map((key) => ({ ...key, d: undefined })) };
  const findKey = (process: string): PrivateKey => {
    const key = keys.get(process);
    if (key === undefined) throw new Error(`${process} is not a process of the platform`);
    return key;
  };
  return {
    database: name,
    natsNamespace: name,
    environment: (service) => ({
      LOG_LEVEL: 'silent',
      CALL_DRAIN_TIMEOUT_MS: '10000',
      UPLOAD_DRAIN_TIMEOUT_MS: '8000',
      OBJECT_DELETION_DELAY_MS: '0',
      MONGODB_URI: mongodb.uri,
      MONGODB_DATABASE: name,
      NATS_URL: nats.url,
      NATS_NAMESPACE: name,
      INTERNAL_TOKEN_KEY: JSON.stringify(findKey(service)),
      INTERNAL_TOKEN_JWKS: JSON.stringify(jwks),
      PUBLIC_URL: 'http://127.0.0.1:8080',
      LINK_SIGNING_KEY: linkSigningKey,
      PAYMENT_PROVIDER: 'mock',
      PAYMENT_MOCK_SECRET: paymentMockSecret,
    }),
    connect(address, issuer = 'gateway', affinity = 'none') {
      if (address === undefined) throw new Error('the service has no gRPC server');
      return createChannel({
        address,
        affinity,
        tokens: principalTokens(createTokenSigner(findKey(issuer), clock), clock),
      });
    },
  };
}

/** Creates a call of a signed-in person; by default a user of a new organization with all modules. */
export function callBy(
  overrides: Partial<UserActor> & { readonly organizationId?: string } = {},
): OutgoingCall {
  const { organizationId = newId(), ...actor } = overrides;
  return {
    organizationId,
    requestId: newId(),
    actor: {
      kind: 'user',
      userId: newId(),
      role: Role.USER,
      credentialId: newId(),
      credentialKind: CredentialKind.SIGN_IN,
      modules: ['content_verification', 'crowdsourcing'],
      ...actor,
    },
  };
}

/** Creates a call with a service as its actor. */
export function callByService(service: ProcessName, organizationId = ''): OutgoingCall {
  return { organizationId, requestId: newId(), actor: { kind: 'service', service } };
}

function newKey(kid: string): PrivateKey {
  return { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid, alg: 'EdDSA' };
}
