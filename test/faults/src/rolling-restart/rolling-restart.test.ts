/** Every process is restarted in turn under load. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { startGuardian } from '@assay/local/processes/guardian';
import { serviceNames } from '@assay/proto/processes';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { startServers } from '@assay/local/servers/start-servers';
import type { RunningServers } from '@assay/local/servers/start-servers';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { newApiKey } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectMoneyRight } from '../money/money.ts';
import { createGatewayClient } from './rolling-restart-client.ts';
import { keepAsking } from './rolling-restart-load.ts';
import { mixedOperations, newKept, operationNames } from './rolling-restart-operations.ts';
import { expectKept } from './rolling-restart-kept.ts';
import { createTally } from './rolling-restart-tally.ts';
import type { Tally } from './rolling-restart-tally.ts';
import { smallPicture } from '../small-picture.ts';

const clientCount = 6;
const patience = { timeout: 180_000, interval: 50 };

const guardian = startGuardian();
let stateDir: string;
let servers: RunningServers;
let platform: LaunchedPlatform;
let rest: Rest;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-rolling-'));
  // Servers of its own: the load is nobody else's.
  servers = await startServers({
    config: readConfig(),
    mode: 'ephemeral',
    stateDir,
    guardian,
    onProgress: () => undefined,
  });
  platform = await launchPlatform({
    servers,
    gateways: 2,
    variables: { RATE_LIMIT_AUTHENTICATED: '1000000' },
  });
  rest = createRest(platform.baseUrl, platform.apiKey);
});

afterAll(async () => {
  await platform.stop();
  await servers.stop();
  guardian.close();
  await rm(stateDir, { recursive: true, force: true });
});

it(
  'a rolling restart under load answers every request, if not well then with a 503 to retry, and loses or doubles nothing',
  { timeout: 600_000 },
  async () => {
    const { body: project } = await rest.post('/v2/projects', { name: 'Rolling restart' });
    const fileId = await enrichedFile(project.id);
    const tally = createTally();
    const kept = newKept();
    const stopping = new AbortController();
    const clients = await Promise.all(
      Array.from({ length: clientCount }, async (_, place) => {
        const { id: keyId, key } = await newApiKey(rest, { name: `client ${place}` });
        const client = createGatewayClient(baseUrls(), place);
        return { client, operations: mixedOperations({ projectId: project.id, fileId, keyId, key, kept }) };
      }),
    );
    const load = clients.map(({ client, operations }, place) =>
      keepAsking(client, operations, {
        stopping: stopping.signal,
        onOutcome: (outcome) => {
          tally.add(place, outcome);
        },
      }),
    );
    await everyClientSucceeds(tally);
    for (const name of serviceNames) await restartUnderLoad(name, platform.processes[name], tally);
    for (const [place, gateway] of platform.gateways.entries()) {
      await restartUnderLoad(`gateway ${place + 1}`, gateway.process, tally);
    }
    stopping.abort();
    await Promise.all(load);
    const failovers = clients.reduce((sum, { client }) => sum + client.failovers, 0);
    process.stdout.write(`${tally.table()}\nclients went on to the other gateway ${failovers} times\n`);
    for (const { client } of clients) client.close();

    expect(tally.wrong()).toEqual([]);
    expect(failovers).toBeGreaterThanOrEqual(clientCount);
    // Nobody needs to be asked twice while the gateways are replaced: the services are all there.
    expect(platform.gateways.map((_, place) => tally.retryable(`gateway ${place + 1}`))).toEqual([0, 0]);
    await expectKept(rest, kept, project.id);
    await expectMoneyRight(platform, rest, { projectId: project.id, organizationId: project.organizationId });
  },
);

function baseUrls(): string[] {
  return platform.gateways.map(({ baseUrl }) => baseUrl);
}

async function enrichedFile(projectId: string): Promise<string> {
  const file = { name: 'grey.png', bytes: smallPicture(), type: 'image/png' };
  const { body } = await rest.upload(projectId, file);
  await awaitEnrichment(rest, body.id);
  return body.id;
}

async function restartUnderLoad(name: string, process: RestartableProcess, tally: Tally): Promise<void> {
  tally.begin(name);
  await process.restart();
  await everyClientSucceeds(tally);
}

/** With every kind of request, from now on; so both gateways believe in every service again. */
async function everyClientSucceeds(tally: Tally): Promise<void> {
  tally.mark();
  const everything = Array.from({ length: clientCount }, (_, place) =>
    operationNames.map((name) => `${place} ${name}`),
  ).flat();
  await vi.waitFor(() => {
    expect(everything.filter((request) => !tally.succeeded().has(request))).toEqual([]);
  }, patience);
}
