import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { startBenchServers } from './bench-servers.ts';
import type { BenchServers } from './bench-servers.ts';
import { startMemoryService } from './memory-service/start-memory-service.ts';
import type { MemoryService } from './memory-service/start-memory-service.ts';

/** Put on top of a gateway's environment, so that no rate limit is in the way. */
export const unlimited = { RATE_LIMIT_AUTHENTICATED: '1000000000' };

export interface BenchPlatform extends BenchServers {
  readonly platform: LaunchedPlatform;
  /** For what the benchmark keeps while it runs. */
  readonly folder: string;
}

/** The whole platform on servers of its own; `variables` are put on top of every process's environment. */
export async function startBenchPlatform(
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<BenchPlatform> {
  const backing = await startBenchServers(folder);
  const platform = await launchPlatform({
    servers: backing.servers,
    variables: { ...unlimited, ...variables },
  });
  return {
    ...backing,
    platform,
    folder,
    async stop() {
      await platform.stop();
      await backing.stop();
    },
  };
}

/** Puts a service that answers from memory in the place of projects-files and costs next to nothing. */
export async function replaceByMemory({ platform }: BenchPlatform): Promise<MemoryService> {
  const { processes, layout } = platform;
  await processes['projects-files'].stop();
  const port = layout.ports['projects-files'].grpc;
  return startMemoryService(layout.secrets.internalTokenKeys.gateway, { port });
}

/** Reads an answer to its end without keeping it. Returns the number of bytes. */
export async function readAnswer({ baseUrl, apiKey }: LaunchedPlatform, path: string): Promise<number> {
  const answer = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status.toString()}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).byteLength;
  return bytes;
}
