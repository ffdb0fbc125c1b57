import { generateKeyPairSync } from 'node:crypto';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { CallCredentials, ClientOptions } from '@grpc/grpc-js';
import { systemClock } from '@assay/chassis/clock';
import { createBalancedClient } from '@assay/chassis/exchange/balanced-client';
import { createExchangeClient } from '@assay/chassis/exchange/exchange-client';
import type { ExchangeClient } from '@assay/chassis/exchange/exchange-client';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { Role } from '@assay/proto/access/v1/access';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { MemoryService } from '../memory-service/start-memory-service.ts';

const hour = 3_600;
const person = {
  kind: 'user',
  userId: 'bench',
  role: Role.VIEWER,
  credentialId: 'bench',
  modules: [],
} as const;

/** Calls that read a project of services in memory, as the chassis makes them below its typed clients. */
export async function exchangeCalls() {
  const pair = generateKeyPairSync('ed25519');
  const key = { ...pair.privateKey.export({ format: 'jwk' }), kid: 'gateway', alg: 'EdDSA' };
  const signer = createTokenSigner(key, systemClock);
  const own = await signer.sign({ actor: { kind: 'service', service: 'gateway' }, organizationId: '' }, hour);
  const token = await signer.sign({ actor: person, organizationId: 'bench' }, hour);
  const { path, requestSerialize } = ProjectsServiceService.getProject;
  const payload = requestSerialize({ projectId: 'p' });
  const nothing = { requestId: 'bench', traceparent: '', clientAddress: '', idempotencyKey: '' };
  const outgoing = { ...nothing, path, token, payload };
  const streamCredentials = callCredentials(own);
  return {
    /** Of the gateway, whom the services believe. */
    key,
    streamCredentials,
    call: (client: ExchangeClient) =>
      client.call(outgoing, { deadlineMs: Date.now() + 10_000, signal: undefined }),
    /** The less loaded of two backends for each call; `options` are those of each connection. */
    balanced(
      lookUp: () => readonly MemoryService[],
      {
        lookUpIntervalMs = 0,
        options = {},
      }: { readonly lookUpIntervalMs?: number; readonly options?: ClientOptions } = {},
    ): ExchangeClient {
      return createBalancedClient({
        lookUp: () => Promise.resolve(lookUp().map(({ address }) => address)),
        lookUpIntervalMs,
        connect: (address) =>
          createExchangeClient(() => new Client(address, credentials.createInsecure(), options), {
            streamCredentials,
          }),
      });
    },
  };
}

function callCredentials(token: string): CallCredentials {
  return credentials.createFromMetadataGenerator((_call, callback) => {
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${token}`);
    callback(null, metadata);
  });
}
