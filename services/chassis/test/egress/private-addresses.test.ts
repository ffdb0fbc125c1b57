import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Dispatcher } from 'undici';
import { Agent, request } from 'undici';
import { systemClock } from '../../src/clock.ts';
import { allowAddresses } from '../../src/egress/allowed-addresses.ts';
import { httpsPolicy } from '../../src/egress/check-url.ts';
import { createEgressAgent } from '../../src/egress/egress-agent.ts';
import { checkUrlAndAddresses } from '../../src/egress/resolve-public.ts';
import { sendRequest } from '../../src/egress/send-request.ts';
import { hasIpv6, listLocalAddresses, startCanaries, watchConnections } from './canaries.ts';
import type { Canaries } from './canaries.ts';
import { startDns } from './dns-server.ts';
import type { TestDns } from './dns-server.ts';
import { listLoopbackUrls, listRefusedUrls } from './refused-urls.ts';

const policy = httpsPolicy(allowAddresses([]));
const post = { method: 'POST', headers: {}, body: '{}' } as const;
let canaries: Canaries;
let dns: TestDns;
let agent: Dispatcher;
let watched: ReturnType<typeof watchConnections>;

beforeAll(async () => {
  canaries = await startCanaries();
  // Each name that is resolved leads to this machine.
  dns = await startDns({ a: ['127.0.0.1'], aaaa: ['::1'] });
  agent = createEgressAgent({ policy, resolver: dns.resolver, clock: systemClock });
  watched = watchConnections([canaries.port, 443, 80]);
});
afterAll(async () => {
  watched.stop();
  await agent.destroy();
  dns.stop();
  await canaries.stop();
});
afterEach(() => {
  watched.targets.length = 0;
});

/** Connects without a guard. The canaries speak no TLS, so each attempt fails. */
async function connectUnguarded(url: string): Promise<void> {
  const unguarded = new Agent({ connect: { rejectUnauthorized: false } });
  await request(url, { dispatcher: unguarded }).catch(() => undefined);
  await unguarded.destroy();
}

describe('the canaries', () => {
  it.each(listLocalAddresses())('notice a connection to %s', async (ip) => {
    const before = canaries.connections();
    await connectUnguarded(`https://${ip.includes(':') ? `[${ip}]` : ip}:${canaries.port}/`);
    expect(canaries.connections()).toBe(before + 1);
  });

  it('notice a client without a guard in all spellings of loopback addresses', async () => {
    const before = canaries.connections();
    const urls = listLoopbackUrls(canaries.port);
    for (const url of urls) await connectUnguarded(url);
    expect(urls.length).toBeGreaterThanOrEqual(hasIpv6 ? 40 : 35);
    expect(canaries.connections() - before).toBe(urls.length);
  });
});

describe('no connection begins', () => {
  it('for 240 forms of URLs, when they are checked and when a request is sent', async () => {
    const urls = listRefusedUrls(canaries.port);
    const before = canaries.connections();
    expect(new Set(urls.map(({ url }) => url)).size).toBeGreaterThan(240);
    for (const { url, refusal } of urls) {
      expect([url, await checkUrlAndAddresses({ policy, resolver: dns.resolver }, url)]).toEqual([
        url,
        { refusal },
      ]);
      expect([url, await sendRequest({ agent, policy }, { ...post, url })]).toMatchObject([
        url,
        { kind: 'failed', failure: 'refused' },
      ]);
    }
    expect(dns.queries).toEqual([]);
    expect(watched.targets).toEqual([]);
    expect(canaries.connections()).toBe(before);
  });

  it('for the same URLs when the agent is used without a check of the URL', async () => {
    const parsed = listRefusedUrls(canaries.port).filter(
      ({ url, refusal }) => URL.parse(url)?.protocol.startsWith('http') === true && refusal !== 'credentials',
    );
    const before = canaries.connections();
    expect(parsed.length).toBeGreaterThan(200);
    for (const { url } of parsed) {
      const outcome = await request(url, { ...post, dispatcher: agent }).then(
        () => 'answered',
        () => 'refused',
      );
      expect([url, outcome]).toEqual([url, 'refused']);
    }
    expect(watched.targets).toEqual([]);
    expect(canaries.connections()).toBe(before);
  });
});
