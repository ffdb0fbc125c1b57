import { mkdtemp, rm } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { createNames } from '@assay/test-kit/processes/names';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createChannel } from '../../src/grpc/client.ts';
import { transportSecurity } from '../../src/process/transport-security.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import { buildCall, startScratchpad } from './scratchpad.ts';
import type { Scratchpad } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

const name = 'scratchpad.test';
const replicas = 3;
/** A network for this file only, so that all backends can serve on one port. */
const network = `127.${randomInt(16, 250).toString()}.${randomInt(256).toString()}`;
let folder: string;
let publish: (hosts: readonly string[]) => void;
let keys: Awaited<ReturnType<typeof tokenKeys>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-names-'));
  const names = createNames(join(folder, 'names.json'));
  publish = (hosts) => {
    names.publish({ [name]: hosts });
  };
  publish([]);
  // This process resolves names as processes in a cluster do.
  Object.assign(process.env, names.options.environment);
  await import('@assay/test-kit/processes/find-by-name');
  keys = await tokenKeys('gateway');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the backends of one generation, all on one port. */
async function startGeneration(generation: number, port?: number) {
  const hosts = Array.from(
    { length: replicas },
    (_, place) => `${network}.${(generation * replicas + place + 1).toString()}`,
  );
  const start = (host: string, at: number): Promise<Scratchpad> =>
    startScratchpad({
      publicKey: keys.publicKey,
      host,
      port: at,
      name: `generation ${generation.toString()}`,
    });
  const [first = '', ...others] = hosts;
  const leader = await start(first, port ?? 0);
  const chosen = Number(leader.address.split(':')[1]);
  const servers = [leader, ...(await Promise.all(others.map((host) => start(host, chosen))))];
  return { hosts, port: chosen, stop: () => Promise.all(servers.map((server) => server.stop())) };
}

it('all backends of a name are replaced at once, three times, and no call fails', async () => {
  let generation = await startGeneration(0);
  publish(generation.hosts);
  const channel = createChannel({
    address: `${name}:${generation.port.toString()}`,
    tokens: principalTokens(createTokenSigner(keys.privateKey, systemClock), systemClock),
    security: transportSecurity({ plaintext: 'anywhere' }),
  });
  const { getProject } = channel.client(ProjectsServiceService);
  const answered = new Map<string, number>();
  const failures: string[] = [];
  let isOver = false;
  const load = Array.from({ length: 20 }, async () => {
    while (!isOver && failures.length < 100) {
      await getProject(buildCall(), { projectId: 'wait:5' }).then(
        ({ project }) => answered.set(project?.name ?? '', (answered.get(project?.name ?? '') ?? 0) + 1),
        (error: unknown) => failures.push(String(error)),
      );
    }
  });
  const untilAnswers = (place: number): Promise<void> =>
    expect
      .poll(() => failures.length > 0 || (answered.get(`generation ${place.toString()}`) ?? 0) > 200, {
        timeout: 60_000,
      })
      .toBe(true);

  await untilAnswers(0);
  for (let place = 1; place <= 3; place += 1) {
    const next = await startGeneration(place, generation.port);
    publish(next.hosts);
    await generation.stop();
    generation = next;
    await untilAnswers(place);
  }
  isOver = true;
  await Promise.all(load);
  channel.close();
  await generation.stop();
  expect(failures).toEqual([]);
});
