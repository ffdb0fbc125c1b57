import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { nats } from '@assay/local/servers/nats';
import { startServer } from '@assay/local/servers/start-server';
import { testcontainersBackend } from '@assay/test-kit/servers/testcontainers-backend';

/** A NATS server that a test may kill. It keeps its data and its address. */
export interface PrivateNats {
  readonly url: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPrivateNats(): Promise<PrivateNats> {
  const config = readConfig();
  const stateDir = await mkdtemp(join(config.temporaryDir, 'assay-nats-'));
  await mkdir(join(stateDir, 'logs'));
  const guardian = startGuardian();
  const { running } = await startServer(nats, {
    // A test must not kill a server of the environment.
    config: { ...config, external: { ...config.external, natsUrl: undefined } },
    mode: 'persistent',
    stateDir,
    guardian,
    signal: new AbortController().signal,
    s3Keys: { accessKeyId: '', secretAccessKey: '' },
    containers: testcontainersBackend,
    onProgress: () => undefined,
  });
  if (running === undefined) throw new Error('no NATS server was started');
  return {
    url: `nats://127.0.0.1:${running.port.toString()}`,
    kill: () => running.kill(),
    restart: () => running.restart(),
    async stop() {
      await running.stop();
      guardian.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
