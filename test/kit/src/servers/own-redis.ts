import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { redis } from '@assay/local/servers/redis';
import { randomS3Keys } from '@assay/local/servers/s3-keys';
import type { RunningServer } from '@assay/local/servers/start-options';
import { startLocally } from '@assay/local/servers/start-server';

/** A Redis server that a test may kill. */
export interface OwnRedis {
  readonly url: string;
  readonly server: RunningServer;
  stop(): Promise<void>;
}

export function findRedisBinary(): string | undefined {
  return findOnPath(redis.binary, readConfig().path);
}

export async function startOwnRedis(binary: string): Promise<OwnRedis> {
  const config = readConfig();
  const stateDir = await mkdtemp(join(config.temporaryDir, 'assay-redis-'));
  await mkdir(join(stateDir, 'logs'));
  const guardian = startGuardian();
  const server = await startLocally(redis, (context) => redis.launch(binary, context), {
    config,
    mode: 'ephemeral',
    stateDir,
    guardian,
    onProgress: () => undefined,
    s3Keys: randomS3Keys(),
  });
  return {
    url: `redis://127.0.0.1:${String(server.port)}`,
    server,
    async stop() {
      await server.stop();
      guardian.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
