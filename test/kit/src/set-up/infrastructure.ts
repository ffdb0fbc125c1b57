import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { reportServers } from '@assay/local/supervise/report-servers';
import { startServers } from '@assay/local/servers/start-servers';
import type { ServerAddresses } from '@assay/local/servers/start-servers';
import { createTerminal } from '@assay/local/terminal/terminal';
import { testcontainersBackend } from '../servers/testcontainers-backend.ts';
import { offerPlatform } from '../processes/platform-on-demand.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    servers: ServerAddresses;
    /** `joinPlatform` requests the description of the shared platform here. */
    platformUrl: string;
  }
}

/** Starts all backing servers once per test run, for the first project that needs them, and removes them at the end. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const started = providedByAnother(project);
  if (started !== undefined) {
    provide(project, started);
    return undefined;
  }
  const config = readConfig();
  const stateDir = await mkdtemp(join(config.temporaryDir, 'assay-test-'));
  const guardian = startGuardian();
  const terminal = createTerminal({ write: (text) => process.stderr.write(text) }, 'off');
  const servers = await startServers({
    config,
    mode: 'ephemeral',
    stateDir,
    guardian,
    containers: testcontainersBackend,
    onProgress: reportServers(terminal),
  });
  terminal.close();
  const { mongodb, nats, s3, redis, ffmpegPath } = servers;
  const addresses = { mongodb, nats, s3, redis, ffmpegPath };
  const platform = await offerPlatform(addresses);
  provide(project, { servers: addresses, platformUrl: platform.url });
  return async () => {
    await platform.stop();
    await servers.stop();
    guardian.close();
    await rm(stateDir, { recursive: true, force: true });
  };
}

/**
 * Returns the servers that the setup of an earlier project has started. Vitest sets up projects in sequence and stops servers
 * at the end.
 */
function providedByAnother({ vitest }: TestProject): ProvidedContext | undefined {
  const provided = vitest.projects.map((project): Partial<ProvidedContext> => project.getProvidedContext());
  return provided.find(isWhole);
}

function isWhole(provided: Partial<ProvidedContext>): provided is ProvidedContext {
  return provided.servers !== undefined && provided.platformUrl !== undefined;
}

function provide(project: TestProject, { servers, platformUrl }: ProvidedContext): void {
  project.provide('servers', servers);
  project.provide('platformUrl', platformUrl);
}
