import { setImmediate } from 'node:timers/promises';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dispatcher } from 'undici';
import { allowAddresses } from '../../src/egress/allowed-addresses.ts';
import { httpsPolicy } from '../../src/egress/check-url.ts';
import { createEgressAgent, egressDefaults } from '../../src/egress/egress-agent.ts';
import { checkUrlAndAddresses } from '../../src/egress/resolve-public.ts';
import { sendRequest } from '../../src/egress/send-request.ts';
import type { SendResult } from '../../src/egress/send-request.ts';
import { hasIpv6 } from './canaries.ts';
import { startDns } from './dns-server.ts';
import type { DnsAnswer, TestDns } from './dns-server.ts';
import { answerWith, receiverAuthority, startReceiver } from './receivers.ts';
import type { Receiver } from './receivers.ts';

const name = 'hooks.example.com';
/** The address of the receiver, which the policy allows as if it were public, and private ones with canaries on the same port. */
const allowed = '127.0.0.1';
const privateIpv4 = '127.0.0.2';
const privateIpv6 = '::1';

let receiver: Receiver;
let canaries: readonly Receiver[];
let dns: TestDns;
let agent: Dispatcher;
let clock: ReturnType<typeof createMovingClock>;
let policy: ReturnType<typeof httpsPolicy>;

beforeEach(async () => {
  receiver = await startReceiver(answerWith(200, 'received'));
  const { port } = receiver;
  canaries = await Promise.all(
    [privateIpv4, ...(hasIpv6 ? [privateIpv6] : [])].map((host) =>
      startReceiver(answerWith(200, 'inside'), { host, port }),
    ),
  );
  dns = await startDns();
  clock = createMovingClock();
  policy = httpsPolicy(allowAddresses([`${allowed}:${port}`]));
  agent = createEgressAgent(
    { policy, resolver: dns.resolver, clock },
    { ...egressDefaults, connectMs: 2_000, ca: receiverAuthority },
  );
});
afterEach(async () => {
  await agent.destroy();
  dns.stop();
  for (const server of [receiver, ...canaries]) await server.stop();
});

const check = () =>
  checkUrlAndAddresses({ policy, resolver: dns.resolver }, `https://${name}:${receiver.port}/`);
const send = (host = name): Promise<SendResult> =>
  sendRequest(
    { agent, policy },
    { url: `https://${host}:${receiver.port}/`, method: 'POST', headers: {}, body: '{}' },
  );
/** Returns to the event loop. undici offers a connection to another request only then. */
const offerConnection = (): Promise<void> => setImmediate();
const received = { kind: 'answered', status: 200, body: 'received' };
const refused = { kind: 'failed', failure: 'refused' };
const expectNoCanary = (): void => {
  expect(canaries.flatMap(({ sockets }) => sockets)).toEqual([]);
};

describe('a name whose address changes to a private one', () => {
  it('is refused at the next connection', async () => {
    dns.answer(name, { a: [allowed], ttl: 0 }, { a: [privateIpv4], ttl: 0 });
    expect(await send()).toMatchObject(received);
    expect(await send()).toMatchObject(refused);
    expectNoCanary();
  });

  it('is refused at the attempt after it was accepted at the check', async () => {
    dns.answer(name, { a: [allowed] }, { aaaa: [privateIpv6] });
    expect(await check()).toHaveProperty('url');
    expect(await send()).toMatchObject(refused);
    expect(await check()).toEqual({ refusal: 'not_public' });
    expectNoCanary();
  });

  it('keeps a connection at most as long as its time to live and as the limit of the agent', async () => {
    dns.answer(name, { a: [allowed], ttl: 5 }, { a: [allowed], ttl: 600 }, { a: [privateIpv4] });
    expect(await send()).toMatchObject(received);
    await offerConnection();
    clock.advance(4_500);
    expect(await send()).toMatchObject(received);
    await offerConnection();
    expect([dns.queries.length, receiver.sockets.length]).toEqual([1, 1]);
    clock.advance(500);
    expect(await send()).toMatchObject(received);
    expect([dns.queries.length, receiver.sockets.length]).toEqual([2, 2]);
    await offerConnection();
    clock.advance(egressDefaults.maxAddressAgeMs);
    expect(await send()).toMatchObject(refused);
    expect(dns.queries).toHaveLength(3);
    expectNoCanary();
  });
});

it('keeps the connections of each name for its own time', async () => {
  const other = 'other.example.com';
  dns.answer(other, { a: [allowed], ttl: 600 });
  dns.answer(name, { a: [allowed], ttl: 5 }, { a: [privateIpv4] });
  expect([await send(other), await send()]).toMatchObject([received, received]);
  await offerConnection();
  clock.advance(5_000);
  expect([await send(other), await send()]).toMatchObject([received, refused]);
  expect(receiver.sockets).toHaveLength(2);
  expectNoCanary();
});

describe('a name with several addresses', () => {
  const mixed: readonly DnsAnswer[] = [
    { a: [allowed, privateIpv4] },
    { a: [privateIpv4, allowed] },
    { a: [allowed], aaaa: [privateIpv6] },
    { a: [allowed, '10.0.0.1'] },
    { a: [allowed, '0.0.0.0'] },
    { a: [allowed], aaaa: ['::ffff:127.0.0.1'] },
    { a: [allowed], aaaa: ['64:ff9b::7f00:2'] },
    { a: [allowed], aaaa: ['2002:7f00:2::1'] },
  ];

  it.each(mixed)('is refused when one of them is private: %j', async (answer) => {
    dns.answer(name, answer);
    expect(await check()).toEqual({ refusal: 'not_public' });
    expect(await send()).toMatchObject(refused);
    expect(receiver.sockets).toHaveLength(0);
    expectNoCanary();
  });

  it('is resolved once for a connection', async () => {
    dns.answer(name, { a: [allowed, allowed] });
    expect(await send()).toMatchObject(received);
    expect(dns.queries).toEqual([name]);
  });
});

describe('a chain of aliases', () => {
  const cnames = ['a.example.com', 'b.example.com', 'localhost'];

  it('is refused when it ends at a private address', async () => {
    dns.answer(name, { cnames, a: [privateIpv4] });
    expect(await check()).toEqual({ refusal: 'not_public' });
    expect(await send()).toMatchObject(refused);
    expectNoCanary();
  });

  it('is followed to an allowed address', async () => {
    dns.answer(name, { cnames, a: [allowed] });
    expect(await check()).toHaveProperty('url');
    expect(await send()).toMatchObject(received);
  });
});

describe('a name without an address', () => {
  it('is accepted at the check, and its attempt fails', async () => {
    expect(await check()).toHaveProperty('url');
    expect(await send()).toMatchObject({ kind: 'failed', failure: 'unresolvable' });
  });

  it('fails within the limit for connections when the DNS server is silent', async () => {
    dns.answer(name);
    const result = await send();
    expect(result).toMatchObject({ kind: 'failed', failure: 'connect_timeout' });
    expect(result.durationMs).toBeLessThan(4_000);
  });
});

it('allows an address of the operator in the URL itself, and checks its certificate', async () => {
  expect(await send(allowed)).toMatchObject(received);
  expect(await send(privateIpv4)).toMatchObject(refused);
  expect(await send(`[${privateIpv6}]`)).toMatchObject(refused);
  expectNoCanary();
});

it('answers with a redirect and does not follow it', async () => {
  const location = `location: https://${privateIpv4}:${receiver.port}/`;
  const redirecting = await startReceiver(answerWith(302, '', [location]), {
    host: '127.0.0.3',
    port: receiver.port,
  });
  policy = httpsPolicy(allowAddresses([`127.0.0.3:${receiver.port}`]));
  await agent.destroy();
  agent = createEgressAgent(
    { policy, resolver: dns.resolver, clock },
    { ...egressDefaults, ca: receiverAuthority },
  );
  dns.answer(name, { a: ['127.0.0.3'] });
  expect(await send()).toMatchObject({ kind: 'answered', status: 302 });
  expectNoCanary();
  await redirecting.stop();
});
