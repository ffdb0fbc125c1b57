import { fork } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '@assay/chassis/clock';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { grpcAddress } from '@assay/local/platform/environment';
import { pollUntil } from '@assay/local/verification/poll';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { Role } from '@assay/proto/access/v1/access';
import { createRest } from '@assay/test-kit/rest';
import type { BenchPlatform } from '../bench-platform.ts';
import { startGoGateway } from './go-neighbours.ts';
import { pidsOf } from '../http-target.ts';
import type { HttpTarget } from '../http-target.ts';

/** A target whose process was started for it. */
export interface StartedTarget extends HttpTarget {
  stop(): void;
}

/** A file, and the service that has it. */
export interface BehindGateway {
  readonly fileId: string;
  readonly organizationId: string;
  readonly address: string;
  readonly pid: number | undefined;
}

/** A real, enriched file in the real service. */
export async function realFile({ platform }: BenchPlatform): Promise<BehindGateway> {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const { body: project } = await rest.post('/v2/projects', { name: 'Bench' });
  const { body: file } = await rest.upload(project.id, samplePhotograph());
  const fileId = file.id as string;
  await pollUntil(
    () => rest.get(`/v2/files/${fileId}`),
    ({ body }) => body.enrichmentStatus === 'completed',
    60_000,
  );
  const address = grpcAddress('projects-files', platform.layout.ports);
  const organizationId = project.organizationId as string;
  return { fileId, organizationId, address, pid: platform.processes['projects-files'].pid };
}

/** The file read through the gateway with an API key and the rate limit in Redis. */
export function assayTarget({ platform, servers }: BenchPlatform, file: BehindGateway): HttpTarget {
  const processes = { gateway: platform.processes.gateway, service: file, redis: servers.processes.redis };
  return {
    url: `${platform.baseUrl}/v2/files/${file.fileId}`,
    headers: { 'x-api-key': platform.apiKey },
    pids: pidsOf(processes),
  };
}

/** grpc-gateway before the service, which gets the internal token straight from the caller. */
export async function goTarget({ platform }: BenchPlatform, file: BehindGateway): Promise<StartedTarget> {
  const gateway = await startGoGateway(file.address);
  const signer = createTokenSigner(platform.layout.secrets.internalTokenKeys.gateway, systemClock);
  const caller = { kind: 'user', userId: 'bench', role: Role.VIEWER, credentialId: 'bench' } as const;
  const actor = { ...caller, modules: [] };
  const token = await signer.sign({ actor, organizationId: file.organizationId }, 3_600);
  return {
    url: `http://${gateway.address}/v2/files/${file.fileId}`,
    headers: { authorization: `Bearer ${token}` },
    pids: pidsOf({ gateway, service: file }),
    stop: () => {
      gateway.stop();
    },
  };
}

/** Fastify with nothing behind it, which answers as many bytes from memory. */
export async function plainTarget(bytes: number): Promise<StartedTarget> {
  const child = fork(new URL(import.meta.resolve('./plain-server.ts')), [String(bytes)]);
  const [address] = (await once(child, 'message')) as [string];
  const pids = pidsOf({ gateway: child });
  return { url: `${address}/v2/files/x`, headers: {}, pids, stop: () => child.disconnect() };
}
