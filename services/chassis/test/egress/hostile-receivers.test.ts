import { eventually } from '@assay/test-kit/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { allowAddresses } from '../../src/egress/allowed-addresses.ts';
import { httpsPolicy } from '../../src/egress/check-url.ts';
import type { AnswerLimits } from '../../src/egress/collect-answer.ts';
import { createEgressAgent, egressDefaults } from '../../src/egress/egress-agent.ts';
import { sendLimits, sendRequest } from '../../src/egress/send-request.ts';
import type { OutgoingRequest, SendResult } from '../../src/egress/send-request.ts';
import { kibibytes, mebibytes } from '../../src/units.ts';
import { startDns } from './dns-server.ts';
import type { TestDns } from './dns-server.ts';
import { chunked, pour, slowAnswers } from './hostile-answers.ts';
import { answerWith, receiverAuthority, startReceiver, untrusted } from './receivers.ts';
import type { Answer, Receiver, ReceiverOptions } from './receivers.ts';

/** The limits of receivers that reach them; the others have those of production. */
const short = { ...sendLimits, totalMs: 3_000 };
const shortConnectMs = 300;
/** Time for a busy machine to run the callbacks. */
const slackMs = 5_000;

let dns: TestDns;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  dns = await startDns();
  closers.push(() => {
    dns.stop();
  });
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function start(answer: Answer, receiverOptions: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = await startReceiver(answer, receiverOptions);
  closers.push(() => receiver.stop());
  return receiver;
}

interface Sent extends Partial<OutgoingRequest> {
  readonly host?: string;
  readonly limits?: AnswerLimits;
  readonly connectMs?: number;
}

/** Sends a request to the receiver through an agent of its own. */
async function send({ port }: Receiver, sent: Sent = {}): Promise<SendResult> {
  const { host = 'hooks.example.com', limits, connectMs = egressDefaults.connectMs, ...request } = sent;
  dns.answer('hooks.example.com', { a: ['127.0.0.1'] });
  dns.answer('hooks.example.org', { a: ['127.0.0.1'] });
  const policy = httpsPolicy(allowAddresses([`127.0.0.1:${port}`]));
  const deps = { policy, resolver: dns.resolver, clock: systemClock };
  const agent = createEgressAgent(deps, { ...egressDefaults, connectMs, ca: receiverAuthority });
  closers.push(() => agent.destroy());
  const url = `https://${host}:${port}/hooks`;
  return sendRequest({ agent, policy }, { url, method: 'POST', headers: {}, body: '{}', ...request }, limits);
}

describe('a receiver that is too slow costs one connection and the time limit', () => {
  it(`when it ${Object.keys(slowAnswers).join(', ')}`, async () => {
    // At the same time, to keep the test short.
    await Promise.all(
      Object.entries(slowAnswers).map(async ([name, answer]) => {
        const receiver = await start(answer);
        const { durationMs, ...result } = await send(receiver, { limits: short });
        expect([name, result]).toMatchObject([name, { kind: 'failed', failure: 'timeout' }]);
        expect(durationMs).toBeLessThan(short.totalMs + slackMs);
        expect(receiver.sockets.length).toBeLessThanOrEqual(1);
        await eventually(() => {
          expect(receiver.openConnections()).toBe(0);
        });
      }),
    );
  });

  it('when it reads nothing of a large request', async () => {
    const receiver = await start((socket) => socket.pause());
    const result = await send(receiver, { body: Buffer.alloc(mebibytes(32)), limits: short });
    expect(result).toMatchObject({ kind: 'failed', failure: 'timeout' });
  });
});

it('a receiver that accepts a connection and is silent costs the limit for connections', async () => {
  const receiver = await start(() => undefined, { plain: true });
  const result = await send(receiver, { connectMs: shortConnectMs });
  expect(result).toMatchObject({ kind: 'failed', failure: 'connect_timeout' });
  expect(result.durationMs).toBeLessThan(shortConnectMs + slackMs);
});

describe('a receiver that sends too much', () => {
  it('is answered by its status and the beginning of its body', async () => {
    const receiver = await start(answerWith(500, 'ä'.repeat(mebibytes(4))));
    expect(await send(receiver)).toMatchObject({
      kind: 'answered',
      status: 500,
      body: 'ä'.repeat(kibibytes(1)),
    });
    await eventually(() => {
      expect(receiver.openConnections()).toBe(0);
    });
  });

  it('can send little more than is read', async () => {
    const receiver = await start((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket);
    });
    expect(await send(receiver)).toMatchObject({
      kind: 'answered',
      status: 200,
      body: 'a'.repeat(kibibytes(2)),
    });
    await eventually(() => {
      expect(receiver.openConnections()).toBe(0);
    });
    // Both kernels buffer more than the process reads.
    expect(receiver.sockets[0]?.bytesWritten).toBeLessThan(mebibytes(16));
  });

  it('fails with headers of 8 MB', async () => {
    const receiver = await start((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(mebibytes(8))}\r\n\r\n`);
    });
    expect(await send(receiver)).toMatchObject({ kind: 'failed', failure: 'invalid_response' });
  });

  it('fails with trailers of 8 MB', async () => {
    const receiver = await start((socket) => {
      socket.write(`${chunked}0\r\nx-a: ${'a'.repeat(mebibytes(8))}\r\n\r\n`);
    });
    expect(await send(receiver)).toMatchObject({ kind: 'failed', failure: 'invalid_response' });
  });

  it('is not decompressed', async () => {
    const receiver = await start(answerWith(200, 'not gzip', ['content-encoding: gzip']));
    expect(await send(receiver)).toMatchObject({ kind: 'answered', body: 'not gzip' });
  });
});

describe('a receiver that breaks the protocol', () => {
  it.each<[string, string, Answer]>([
    ['closes the connection', 'closed', (socket) => socket.end()],
    [
      'ends within its body',
      'closed',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\na'),
    ],
    ['answers with noise', 'invalid_response', (socket) => socket.write('220 mail.example.com ESMTP\r\n')],
    [
      'upgrades',
      'closed',
      (socket) => socket.write('HTTP/1.1 101 A\r\nconnection: upgrade\r\nupgrade: a\r\n\r\n'),
    ],
  ])('fails when it %s', async (_name, failure, answer) => {
    const receiver = await start(answer);
    expect(await send(receiver)).toMatchObject({ kind: 'failed', failure });
    expect(receiver.sockets).toHaveLength(1);
  });

  it('fails when it resets the connection', async () => {
    const receiver = await start(() => receiver.reset());
    expect(await send(receiver)).toMatchObject({ kind: 'failed', failure: 'closed' });
    expect(receiver.sockets).toHaveLength(1);
  });
});

describe('a receiver that sends interim answers', () => {
  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100, twice and with a header', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n'],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103 before 100', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['199', 'HTTP/1.1 199 A\r\n\r\n'],
  ])('is answered by the last one: %s', async (_name, interim) => {
    const receiver = await start((socket, request) => {
      socket.write(interim);
      answerWith(202, 'accepted')(socket, request);
    });
    expect(await send(receiver)).toMatchObject({ kind: 'answered', status: 202, body: 'accepted' });
  });
});

describe('a receiver with a bad certificate', () => {
  it.each<[string, ReceiverOptions, string]>([
    ['of an unknown authority', { certificate: untrusted }, 'hooks.example.com'],
    ['of an unknown authority, at an address', { certificate: untrusted }, '127.0.0.1'],
    ['for another name', {}, 'hooks.example.org'],
  ])('gets no request: %s', async (_name, receiverOptions, host) => {
    const requests: string[] = [];
    const receiver = await start((_socket, request) => requests.push(request), receiverOptions);
    const result = await send(receiver, { host });
    expect(result).toMatchObject({ kind: 'failed', failure: 'tls' });
    expect(result.durationMs).toBeLessThan(sendLimits.totalMs);
    expect(requests).toEqual([]);
  });

  it('gets no request in plain text', async () => {
    const receiver = await start((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'), { plain: true });
    expect(await send(receiver)).toMatchObject({ kind: 'failed', failure: 'tls' });
  });
});

it('a receiver that does not listen is unreachable', async () => {
  const receiver = await startReceiver(() => undefined);
  await receiver.stop();
  expect(await send(receiver)).toMatchObject({ kind: 'failed', failure: 'unreachable' });
});

it('the caller can cancel a request', async () => {
  const receiver = await start(() => undefined);
  const controller = new AbortController();
  const sent = send(receiver, { signal: controller.signal });
  await eventually(() => {
    expect(receiver.sockets).toHaveLength(1);
  });
  controller.abort(new Error('The process stops.'));
  await expect(sent).rejects.toThrow('The process stops.');
});

it('sends the exact bytes and the headers of the request, with the host name of the URL', async () => {
  const requests: string[] = [];
  const receiver = await start((socket, request) => {
    requests.push(request);
    answerWith(204)(socket, request);
  });
  const headers = { 'content-type': 'application/json', 'x-service-event': 'run.completed' };
  expect(await send(receiver, { headers, body: '{"a": 1}' })).toMatchObject({
    kind: 'answered',
    status: 204,
    body: '',
  });
  expect(requests.join('')).toContain(`host: hooks.example.com:${receiver.port}\r\n`);
  expect(requests.join('')).toMatch(
    /^POST \/hooks HTTP\/1\.1\r\n[^]*x-service-event: run\.completed\r\n[^]*\r\n\r\n\{"a": 1\}$/u,
  );
});
