/** CPU of a call to another service: a stream per call, the minimum, and the shared stream. */
import { generateKeyPairSync } from 'node:crypto';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { systemClock } from '@assay/chassis/clock';
import { createChannel } from '@assay/chassis/grpc/client';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { Role } from '@assay/proto/access/v1/access';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { cpuOf, measureAdjacent, ratiosOf, spread } from '../adjacent.ts';
import type { Round } from '../adjacent.ts';
import { memoryFile } from '../memory-service/memory-answers.ts';
import { cpuMs } from '../process-cpu.ts';
import { startMemoryService } from '../memory-service/start-memory-service.ts';
import { grpcJsClient, http2Client } from './unary-clients.ts';
import type { UnaryClient } from './unary-clients.ts';

const rounds = 7;
const callsPerRound = 10_000;
const concurrencies = [1, 16, 128];

const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const signingKey = { ...key, kid: 'gateway', alg: 'EdDSA' };
const { address, child } = await startMemoryService(signingKey);
const signer = createTokenSigner(signingKey, systemClock);
const caller = {
  actor: { kind: 'user', userId: 'bench', role: Role.VIEWER, credentialId: 'bench', modules: [] },
  organizationId: 'o'.repeat(24),
  requestId: 'request',
} as const satisfies OutgoingCall;

function exchangeClient(): UnaryClient {
  const channel = createChannel({ address, tokens: principalTokens(signer, systemClock) });
  const files = channel.client(FilesServiceService);
  return {
    call: (fileId) => files.getFile(caller, { fileId, projectId: '' }),
    close: () => {
      channel.close();
    },
  };
}

async function round(client: UnaryClient, concurrency: number): Promise<Round> {
  let left = callsPerRound;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await client.call(memoryFile.id);
    }
  };
  const startedAt = performance.now();
  const ownBefore = process.cpuUsage();
  const serverBefore = cpuMs(child.pid ?? 0);
  await Promise.all(Array.from({ length: concurrency }, worker));
  const { user, system } = process.cpuUsage(ownBefore);
  const server = ((cpuMs(child.pid ?? 0) - serverBefore) * 1_000) / callsPerRound;
  return {
    requestsPerSecond: (callsPerRound / (performance.now() - startedAt)) * 1_000,
    cpuMicroseconds: { client: (user + system) / callsPerRound, server },
  };
}

const token = await signer.sign({ actor: caller.actor, organizationId: caller.organizationId }, 3_600);
const clients = {
  'grpc-js, a stream per call': grpcJsClient(address, token),
  'node:http2, a stream per call': http2Client(address, token),
  'exchange, one stream': exchangeClient(),
};
const names = Object.keys(clients) as (keyof typeof clients)[];
for (const concurrency of concurrencies) {
  const contenders = Object.fromEntries(
    names.map((name) => [name, () => round(clients[name], concurrency)]),
  ) as Record<keyof typeof clients, () => Promise<Round>>;
  const measured = await measureAdjacent(contenders, rounds);
  const cpu = (name: keyof typeof clients, process: string) => cpuOf(measured[name], process);
  process.stdout.write(`${concurrency} at once, CPU per call in µs: median (least to most)\n`);
  for (const name of names) {
    const toExchange = ratiosOf(cpu(name, 'client'), cpu('exchange, one stream', 'client'));
    process.stdout.write(
      `  ${name.padEnd(32)}client ${spread(cpu(name, 'client'), 0).padEnd(18)}server ${spread(cpu(name, 'server'), 0).padEnd(18)}client / exchange ${spread(toExchange, 2)}\n`,
    );
  }
}
for (const client of Object.values(clients)) client.close();
child.disconnect();
