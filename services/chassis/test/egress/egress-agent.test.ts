import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { eventually } from '@assay/test-kit/eventually';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { buildConnector, Dispatcher } from 'undici';
import { allowAddresses } from '../../src/egress/allowed-addresses.ts';
import { httpsPolicy } from '../../src/egress/check-url.ts';
import type { EgressPolicy } from '../../src/egress/check-url.ts';
import { guardConnector } from '../../src/egress/connector.ts';
import { createEgressAgent, egressDefaults } from '../../src/egress/egress-agent.ts';
import { EgressError, refuseUrl } from '../../src/egress/egress-error.ts';
import { sendLimits, sendRequest } from '../../src/egress/send-request.ts';
import { hasIpv6 } from './canaries.ts';
import { startDns } from './dns-server.ts';
import type { TestDns } from './dns-server.ts';
import { answerWith, receiverAuthority, startReceiver } from './receivers.ts';
import type { Answer, Receiver, ReceiverOptions } from './receivers.ts';

const name = 'hooks.example.com';
let dns: TestDns;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  dns = await startDns();
  dns.answer(name, { a: ['127.0.0.1'] });
  closers.push(() => {
    dns.stop();
  });
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function start(answer: Answer, options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await startReceiver(answer, options);
  closers.push(() => receiver.stop());
  return receiver;
}

const clock = createMovingClock();
const allow = ({ port }: Receiver): EgressPolicy => httpsPolicy(allowAddresses([`127.0.0.1:${port}`]));

function openAgent(policy: EgressPolicy, options = {}): Dispatcher {
  const agent = createEgressAgent(
    { policy, resolver: dns.resolver, clock },
    { ...egressDefaults, ca: receiverAuthority, ...options },
  );
  closers.push(() => agent.destroy());
  return agent;
}

/** Sends a request and reads the whole body. */
async function get(agent: Dispatcher, { port }: Receiver, protocol = 'https:'): Promise<string> {
  const { body } = await agent.request({ origin: `${protocol}//${name}:${port}`, path: '/', method: 'GET' });
  return body.text();
}

/** Answers the first request of each connection, and then does something else to the connection. */
function answerOnce(then: (socket: Socket) => unknown) {
  const known: Socket[] = [];
  const answer: Answer = (socket, request) => {
    if (known.includes(socket)) then(socket);
    else answerWith(200, 'first')(socket, request);
    known.push(socket);
  };
  return { answer, known };
}

/** Answers when `answerAll` is called. */
function createLateAnswers() {
  const pending: (() => void)[] = [];
  const answer: Answer = (socket, request) => pending.push(() => answerWith(200, 'late')(socket, request));
  const answerAll = (): void => {
    for (const send of pending.splice(0)) send();
  };
  return { answer, answerAll, pending };
}

describe('the agent', () => {
  it('ends connections when their address is too old, after their requests', async () => {
    const { answer, answerAll, pending } = createLateAnswers();
    const receiver = await start(answer);
    const agent = openAgent(allow(receiver));
    const first = get(agent, receiver);
    await eventually(() => {
      expect(pending).toHaveLength(1);
    });
    clock.advance(egressDefaults.maxAddressAgeMs);
    const second = get(agent, receiver);
    await eventually(() => {
      expect(pending).toHaveLength(2);
    });
    answerAll();
    expect([await first, await second]).toEqual(['late', 'late']);
    await eventually(() => {
      expect(receiver.openConnections()).toBe(1);
    });
  });

  it('closes a connection that is not used', async () => {
    const receiver = await start(answerWith(200, 'a', ['keep-alive: timeout=600']));
    expect(await get(openAgent(allow(receiver), { idleMs: 50 }), receiver)).toBe('a');
    await eventually(() => {
      expect(receiver.openConnections()).toBe(0);
    });
  });

  it('opens a limited number of connections to an origin', async () => {
    const { answer, answerAll, pending } = createLateAnswers();
    const receiver = await start(answer);
    const agent = openAgent(allow(receiver), { connectionsPerOrigin: 2 });
    const answers = Promise.all([1, 2, 3, 4].map(() => get(agent, receiver)));
    await eventually(() => {
      expect(pending).toHaveLength(2);
    });
    answerAll();
    await eventually(() => {
      expect(pending).toHaveLength(2);
    });
    answerAll();
    expect(await answers).toHaveLength(4);
    expect(receiver.sockets).toHaveLength(2);
  });

  it('never sends a request whose time is over before it has a connection', async () => {
    const { answer, answerAll, pending } = createLateAnswers();
    const receiver = await start(answer);
    const policy = allow(receiver);
    const agent = openAgent(policy, { connectionsPerOrigin: 1 });
    const first = get(agent, receiver);
    await eventually(() => {
      expect(pending).toHaveLength(1);
    });
    const url = `https://${name}:${receiver.port}/`;
    const request = { url, method: 'POST', headers: {} } as const;
    const queued = await sendRequest({ agent, policy }, request, { ...sendLimits, totalMs: 100 });
    expect(queued).toMatchObject({ kind: 'failed', failure: 'timeout' });
    answerAll();
    expect(await first).toBe('late');
    await agent.close();
    expect(pending).toEqual([]);
  });

  it('completes its requests when it is closed, and accepts no others', async () => {
    const { answer, answerAll, pending } = createLateAnswers();
    const receiver = await start(answer);
    const agent = openAgent(allow(receiver));
    const sent = get(agent, receiver);
    await eventually(() => {
      expect(pending).toHaveLength(1);
    });
    const closed = agent.close();
    await expect(get(agent, receiver)).rejects.toThrow('closed');
    answerAll();
    expect(await sent).toBe('late');
    await closed;
    await eventually(() => {
      expect(receiver.openConnections()).toBe(0);
    });
  });

  it('ends its requests when it is destroyed, those on older connections included', async () => {
    const { answer, pending } = createLateAnswers();
    const receiver = await start(answer);
    const agent = openAgent(allow(receiver));
    const sent = [get(agent, receiver)];
    await eventually(() => {
      expect(pending).toHaveLength(1);
    });
    clock.advance(egressDefaults.maxAddressAgeMs);
    sent.push(get(agent, receiver));
    await eventually(() => {
      expect(pending).toHaveLength(2);
    });
    const settled = Promise.allSettled(sent);
    await agent.destroy();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it.runIf(hasIpv6)('connects to an allowed IPv6 address', async () => {
    const receiver = await start(answerWith(200, 'IPv6'), { host: '::1' });
    const agent = openAgent(httpsPolicy(allowAddresses([`[::1]:${receiver.port}`])));
    const origin = `https://[::1]:${receiver.port}`;
    const { body } = await agent.request({ origin, path: '/', method: 'GET' });
    expect(await body.text()).toBe('IPv6');
  });

  it('uses plain text and other ports where its policy allows them, and the same addresses', async () => {
    const receiver = await start(answerWith(200, 'plain'), { plain: true });
    const policy = { ...allow(receiver), protocols: ['http:'] };
    expect(await get(openAgent(policy), receiver, 'http:')).toBe('plain');
    await expect(get(openAgent(policy), receiver)).rejects.toMatchObject({ reason: 'not_https' });
    dns.answer(name, { a: ['127.0.0.2'] });
    await expect(get(openAgent(policy), receiver, 'http:')).rejects.toThrow(EgressError);
  });

  it('ignores the environment, which can turn off the check of certificates', async () => {
    const receiver = await start(answerWith(200));
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    closers.push(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    const agent = openAgent(allow(receiver), { ca: undefined });
    await expect(get(agent, receiver)).rejects.toThrow('unable to verify');
  });
});

/** Connects by name and returns the error. */
function connectTo({ port }: Receiver, connector: buildConnector.connector): Promise<Error | null> {
  return new Promise((resolve) => {
    connector({ protocol: 'http:', hostname: name, port: String(port) }, (error, _socket) => resolve(error));
  });
}

describe('the connector', () => {
  it('destroys a connection whose peer has another address than the checked one', async () => {
    const receiver = await start(answerWith(200), { plain: true, host: '127.0.0.2' });
    const policy: EgressPolicy = { ...allow(receiver), protocols: ['http:'] };
    const connectGuarded = guardConnector(
      {
        policy,
        resolver: dns.resolver,
        stale: new WeakSet(),
        connectMs: 1_000,
        open(options, callback) {
          const socket = connect(Number(options.port), '127.0.0.2', () => callback(null, socket));
        },
      },
      () => undefined,
    );
    const error = await connectTo(receiver, connectGuarded);
    expect(error).toMatchObject({ name: 'EgressError', reason: 'not_public' });
    await eventually(() => {
      expect(receiver.openConnections()).toBe(0);
    });
  });

  it('destroys a connection that opens after the limit', async () => {
    const receiver = await start(answerWith(200), { plain: true });
    const policy: EgressPolicy = { ...allow(receiver), protocols: ['http:'] };
    let open = (): void => undefined;
    const connectGuarded = guardConnector(
      {
        policy,
        resolver: dns.resolver,
        stale: new WeakSet(),
        connectMs: 50,
        open(options, callback) {
          open = () => {
            const socket = connect(Number(options.port), options.hostname, () => callback(null, socket));
          };
        },
      },
      () => undefined,
    );
    const error = await connectTo(receiver, connectGuarded);
    expect(error).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
    open();
    await eventually(() => {
      expect(receiver.sockets).toHaveLength(1);
    });
    await eventually(() => {
      expect(receiver.openConnections()).toBe(0);
    });
  });
});

it('a refused URL names its field and its reason', () => {
  expect(refuseUrl('url', 'not_public')).toMatchObject({
    status: 'INVALID_ARGUMENT',
    reason: 'INVALID_FIELD',
    details: { field: 'url', reason: 'not_public' },
  });
});

describe('a connection that the server closes although it had kept it open', () => {
  it.each<[string, (socket: Socket, receiver: Receiver) => unknown]>([
    ['ends', (socket) => socket.end()],
    ['is destroyed', (socket) => socket.destroy()],
    [
      'is reset',
      (_socket, receiver) => {
        receiver.reset();
      },
    ],
  ])('costs one more request on a new connection when it %s', async (_name, close) => {
    const { answer, known } = answerOnce((socket) => close(socket, receiver));
    const receiver: Receiver = await start(answer);
    const agent = openAgent(allow(receiver), { connectionsPerOrigin: 1 });
    const requests = [await get(agent, receiver), await get(agent, receiver), await get(agent, receiver)];
    expect(requests).toEqual(['first', 'first', 'first']);
    expect([receiver.sockets.length, known.length]).toEqual([3, 5]);
  });

  it('fails when a byte of the answer has come', async () => {
    const receiver = await start(answerOnce((socket) => socket.end('H')).answer);
    const agent = openAgent(allow(receiver), { connectionsPerOrigin: 1 });
    await get(agent, receiver);
    await expect(get(agent, receiver)).rejects.toThrow();
    expect(receiver.sockets).toHaveLength(1);
  });

  it('is repeated once', async () => {
    let isFirst = true;
    const receiver = await start((socket, request) => {
      if (isFirst) answerWith(200, 'first')(socket, request);
      else socket.end();
      isFirst = false;
    });
    const agent = openAgent(allow(receiver), { connectionsPerOrigin: 1 });
    await get(agent, receiver);
    await expect(get(agent, receiver)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(receiver.sockets).toHaveLength(2);
  });
});
