import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { parseTarget } from '../../src/grpc/addresses.ts';
import { createChannel } from '../../src/grpc/client.ts';
import type { ChannelOptions } from '../../src/grpc/client.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import { buildCall, startScratchpad } from './scratchpad.ts';
import type { Scratchpad } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

type Keys = Awaited<ReturnType<typeof tokenKeys>>;
let keys: Keys;
const running: Scratchpad[] = [];
const closers: (() => void)[] = [];

beforeAll(async () => {
  keys = await tokenKeys('gateway');
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function start(count: number, slowMs?: number): Promise<Scratchpad[]> {
  const names = Array.from({ length: count }, (_, index) => `server-${index}`);
  const started = await Promise.all(
    names.map((name, index) =>
      startScratchpad({
        publicKey: keys.publicKey,
        name,
        ...(index === 0 && slowMs !== undefined && { slowMs }),
      }),
    ),
  );
  running.push(...started);
  return started;
}

function createClient(servers: readonly Scratchpad[], affinity: ChannelOptions['affinity'] = 'none') {
  const address = servers.map((server) => server.address).join(',');
  const tokens = principalTokens(createTokenSigner(keys.privateKey, systemClock), systemClock);
  const channel = createChannel({ address, tokens, affinity });
  closers.push(() => {
    channel.close();
  });
  const { getProject } = channel.client(ProjectsServiceService);
  /** Returns the name of the server that answers a call of an organization. */
  return async (organizationId: string): Promise<string> =>
    (await getProject(buildCall({ organizationId }), { projectId: 'wait:5' })).project?.name ?? '';
}

async function stopFirst([first]: readonly Scratchpad[]): Promise<void> {
  running.splice(0, running.length, ...running.filter((server) => server !== first));
  await first?.stop();
}

/** Makes calls, 60 at a time, and returns the number of calls by server. */
async function shares(call: (organizationId: string) => Promise<string>, calls: number) {
  const counts = new Map<string, number>();
  let left = calls;
  const lanes = Array.from({ length: 60 }, async () => {
    for (; left > 0;) {
      left -= 1;
      const name = await call('organization');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  });
  await Promise.all(lanes);
  return counts;
}

describe('calls to several backends', () => {
  it('are balanced over all of them, from the first call on', async () => {
    const counts = await shares(createClient(await start(8)), 800);
    expect(counts.size).toBe(8);
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(50);
      expect(count).toBeLessThan(150);
    }
  });

  it('avoid a slow backend', async () => {
    const counts = await shares(createClient(await start(4, 200)), 800);
    expect(counts.get('server-0') ?? 0).toBeLessThan(100);
  });

  it('go to the remaining backends when one stops, and no call fails', async () => {
    const servers = await start(3);
    const call = createClient(servers);
    await shares(call, 120);
    const stopping = stopFirst(servers);
    const counts = await shares(call, 600);
    await stopping;
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(600);
    expect((await shares(call, 120)).has('server-0')).toBe(false);
  });

  it('of one organization go to one backend while it runs, from every client', async () => {
    const servers = await start(4);
    const call = createClient(servers, 'organization');
    const another = createClient(servers, 'organization');
    const organizations = Array.from({ length: 40 }, (_, index) => `organization-${index}`);
    const callAll = async (by: typeof call) => Promise.all(organizations.map((id) => by(id)));
    const favourites = await callAll(call);
    expect(new Set(favourites).size).toBe(4);
    expect(await callAll(call)).toEqual(favourites);
    expect(await callAll(another)).toEqual(favourites);

    await stopFirst(servers);
    await expect.poll(() => callAll(call).catch(() => [])).not.toContain('server-0');
    const now = await callAll(call);
    const stayed = favourites.map((name, index) => (name === 'server-0' ? now[index] : name));
    expect(now).toEqual(stayed);
  });
});

describe('the address of a service', () => {
  it.each([
    ['127.0.0.1:9000', ['127.0.0.1:9000'], false, undefined],
    ['127.0.0.1:1, 127.0.0.1:2,127.0.0.1:1', ['127.0.0.1:1', '127.0.0.1:2'], false, undefined],
    ['[::1]:9000', ['[::1]:9000'], false, undefined],
  ])('%s is read as the addresses that it lists', async (address, expected, hasNames, authority) => {
    const target = parseTarget(address);
    expect({ ...target, found: await target.lookUp() }).toMatchObject({ hasNames, found: expected });
    expect(target.authority).toBe(authority);
  });

  it.each(['localhost:9000', 'dns:///localhost:9000'])(
    '%s resolves to all addresses of the name',
    async (address) => {
      const target = parseTarget(address);
      expect(target).toMatchObject({ hasNames: true, authority: 'localhost:9000' });
      expect(await target.lookUp()).toContain('127.0.0.1:9000');
    },
  );

  it.each(['', 'billing', 'http://billing:9000', ':9000', '::1:9000'])('is not %j', (address) => {
    expect(() => parseTarget(address)).toThrow('of the form host:port');
  });
});
