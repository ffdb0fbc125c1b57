import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import type { ServiceError, StatusObject } from '@grpc/grpc-js';
import { Role } from '@assay/proto/access/v1/access';
import { ExchangeServiceService } from '@assay/proto/exchange/v1/exchange_service';
import type { Call, ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { GetProjectResponse } from '@assay/proto/projects/v1/projects_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createExchangeClient } from '../../src/exchange/exchange-client.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import { fromServiceError } from '../../src/grpc/contract/status.ts';
import { buildCall, startScratchpad } from './scratchpad.ts';
import type { Scratchpad } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

const { getProject } = ProjectsServiceService;
let scratchpad: Scratchpad;
let connection: Client;
let token: string;
let viewerToken: string;
/** The token by which a process opens its streams. */
let own: string;

beforeAll(async () => {
  const { privateKey, publicKey } = await tokenKeys('gateway');
  const { actor, organizationId } = buildCall();
  if (actor.kind !== 'user') throw new Error('a person was expected');
  const signer = createTokenSigner(privateKey, systemClock);
  token = await signer.sign({ actor, organizationId }, 60);
  viewerToken = await signer.sign({ actor: { ...actor, role: Role.VIEWER }, organizationId }, 60);
  own = await principalTokens(signer, systemClock).own(undefined);
  scratchpad = await startScratchpad({ publicKey });
  connection = new Client(scratchpad.address, credentials.createInsecure());
});
afterAll(async () => {
  connection.close();
  await scratchpad.stop();
});

/** Makes a unary call as any gRPC client does. */
function get(projectId: string, { deadline = Date.now() + 5_000, authorization = `Bearer ${token}` } = {}) {
  const metadata = new Metadata();
  metadata.set('authorization', authorization);
  const { path, requestSerialize, responseDeserialize } = getProject;
  return new Promise<GetProjectResponse | undefined>((resolve, reject) => {
    const onAnswer = (error: ServiceError | null, response?: GetProjectResponse): void => {
      if (error === null) resolve(response);
      else reject(fromServiceError(error));
    };
    const request = { projectId };
    connection.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      { deadline },
      onAnswer,
    );
  });
}

describe('a plain gRPC client', () => {
  it('gets the same answers as a client of the exchange', async () => {
    expect((await get('a'))?.project?.id).toBe('a');
    await expect(get('refuse')).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      reason: 'INVALID_FIELD',
      details: { field: 'projectId' },
    });
    await expect(get('a', { authorization: '' })).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  });

  it('gets DEADLINE_EXCEEDED at its deadline, and the handler is aborted', async () => {
    const late = get('hang', { deadline: Date.now() + 100 });
    await expect(late).rejects.toMatchObject({ status: 'DEADLINE_EXCEEDED' });
    await expect.poll(() => scratchpad.hanging.get('hang')?.signal.aborted).toBe(true);
  });
});

describe('a request that is not a message', () => {
  function sendUnreadable(path: string, credential = token): Promise<unknown> {
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${credential}`);
    return new Promise((_, reject) => {
      const unreadable = () => Buffer.from([0x0a, 0xff]);
      connection.makeUnaryRequest(
        ...[path, unreadable, getProject.responseDeserialize, {}, metadata],
        (error) => {
          reject(error === null ? new Error('answered') : fromServiceError(error));
        },
      );
    });
  }

  it('is refused with INVALID_ARGUMENT', async () => {
    await expect(sendUnreadable(getProject.path)).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      reason: 'UNDECODABLE_REQUEST',
    });
  });

  it('is not decoded for a caller without permission', async () => {
    const { path } = ProjectsServiceService.createProject;
    await expect(sendUnreadable(path, viewerToken)).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('the exchange', () => {
  const call = (over: Partial<Call> = {}): Call => {
    const payload = getProject.requestSerialize({ projectId: 'a' });
    const none = { traceparent: '', clientAddress: '', idempotencyKey: '' };
    const at = { number: 1, path: getProject.path, token, requestId: 'r', timeoutMs: 5_000 };
    return { ...none, ...at, payload, sizeBytes: payload.length, ...over };
  };

  function open(authorization = `Bearer ${own}`) {
    const { path, requestSerialize, responseDeserialize } = ExchangeServiceService.exchange;
    const metadata = new Metadata();
    if (authorization !== '') metadata.set('authorization', authorization);
    const stream = connection.makeBidiStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      metadata,
      {},
    );
    const answers: ExchangeResponse['answers'] = [];
    const ended = new Promise<StatusObject>((resolve) => stream.once('status', resolve));
    stream.on('data', (message: ExchangeResponse) => answers.push(...message.answers));
    stream.on('error', () => undefined);
    return { stream, answers, ended };
  }

  it('needs a token for every call', async () => {
    const { stream, answers, ended } = open();
    const calls = [call(), call({ number: 2, token: '' }), call({ number: 3, token: `${token}x` })];
    stream.write({ calls, chunks: [], cancelled: [] });
    stream.end();
    expect((await ended).code).toBe(status.OK);
    const codes = answers.toSorted((a, b) => a.number - b.number).map((answer) => answer.status?.code);
    expect(codes).toEqual([undefined, status.UNAUTHENTICATED, status.UNAUTHENTICATED]);
  });

  it.each([
    ['without a token', () => '', status.UNAUTHENTICATED],
    ['with a token that is not valid', () => 'Bearer not.a.token', status.UNAUTHENTICATED],
    ['with a token of a person', () => `Bearer ${token}`, status.PERMISSION_DENIED],
  ])('is not opened %s, also for calls that have one', async (_what, authorization, code) => {
    const { stream, answers, ended } = open(authorization());
    stream.write({ calls: [call()], chunks: [], cancelled: [] });
    expect((await ended).code).toBe(code);
    expect(answers).toEqual([]);
  });

  it('buffers nothing of anonymous clients, however many there are', async () => {
    const payload = Buffer.alloc(1024 * 1024);
    const streams = Array.from({ length: 100 }, () => open(''));
    for (const { stream } of streams) {
      stream.write({ calls: [call({ payload, sizeBytes: 1 })], chunks: [], cancelled: [] });
    }
    const ends = await Promise.all(streams.map(({ ended }) => ended));
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([status.UNAUTHENTICATED]));
    expect(streams.flatMap(({ answers }) => answers)).toEqual([]);
  });

  it('answers INVALID_ARGUMENT to a payload that is not a message', async () => {
    const { stream, answers, ended } = open();
    const payload = Buffer.from([0x0a, 0xff]);
    stream.write({ calls: [call({ payload, sizeBytes: payload.length })], chunks: [], cancelled: [] });
    stream.end();
    await ended;
    expect(answers.map((answer) => answer.status?.code)).toEqual([status.INVALID_ARGUMENT]);
  });

  it('drops a call that does not arrive before its deadline', async () => {
    const { stream, answers } = open();
    stream.write({ calls: [call({ sizeBytes: 1_000, timeoutMs: 50 })], chunks: [], cancelled: [] });
    await expect.poll(() => answers.map((answer) => answer.status?.code)).toEqual([status.DEADLINE_EXCEEDED]);
    stream.cancel();
  });

  it('answers the calls in flight after the client ended the stream', async () => {
    const { stream, answers, ended } = open();
    const hanging = getProject.requestSerialize({ projectId: 'hang-end' });
    const late = call({ number: 2, payload: hanging, sizeBytes: hanging.length, timeoutMs: 100 });
    stream.write({ calls: [call(), late], chunks: [], cancelled: [] });
    stream.end();
    expect((await ended).code).toBe(status.OK);
    expect(answers.map(({ number, status: failure }) => [number, failure?.code])).toEqual([
      [1, undefined],
      [2, status.DEADLINE_EXCEEDED],
    ]);
  });

  it('aborts the calls in flight when the client cancels the stream', async () => {
    const { stream } = open();
    const hanging = getProject.requestSerialize({ projectId: 'hang-break' });
    const calls = [call({ payload: hanging, sizeBytes: hanging.length })];
    stream.write({ calls, chunks: [], cancelled: [] });
    await expect.poll(() => scratchpad.hanging.has('hang-break')).toBe(true);
    stream.cancel();
    await expect.poll(() => scratchpad.hanging.get('hang-break')?.signal.aborted).toBe(true);
  });

  it.each<[string, () => { calls: Call[]; chunks: { number: number; payload: Buffer }[] }]>([
    ['sends a payload longer than announced', () => ({ calls: [call({ sizeBytes: 1 })], chunks: [] })],
    [
      'sends more chunks than announced',
      () => ({ calls: [call({ sizeBytes: 40 })], chunks: [{ number: 1, payload: Buffer.alloc(100) }] }),
    ],
    [
      'uses a call number twice',
      () => {
        const payload = getProject.requestSerialize({ projectId: 'hang-twice' });
        const hanging = call({ payload, sizeBytes: payload.length });
        return { calls: [hanging, hanging], chunks: [] };
      },
    ],
  ])('ends the stream of a client that %s, and no other', async (_what, message) => {
    const broken = open();
    const intact = open();
    broken.stream.write({ ...message(), cancelled: [] });
    expect((await broken.ended).code).toBe(status.INVALID_ARGUMENT);
    intact.stream.write({ calls: [call()], chunks: [], cancelled: [] });
    await expect.poll(() => intact.answers.map(({ number }) => number)).toEqual([1]);
    intact.stream.cancel();
  });

  it('replaces one stream after another while calls succeed', async () => {
    const connect = () => new Client(scratchpad.address, credentials.createInsecure());
    const streamCredentials = credentials.createFromMetadataGenerator((_call, callback) => {
      const metadata = new Metadata();
      metadata.set('authorization', `Bearer ${own}`);
      callback(null, metadata);
    });
    const exchange = createExchangeClient(connect, {
      streamCredentials,
      streamLifetimeMs: 5,
      callsPerStream: 4,
    });
    const { number: _number, sizeBytes: _size, timeoutMs: _timeout, ...outgoing } = call();
    const limits = { deadlineMs: Date.now() + 10_000, signal: undefined };
    for (let round = 0; round < 50; round += 1) {
      const calls = Array.from({ length: 40 }, () => exchange.call(outgoing, limits));
      const answers = await Promise.all(calls);
      expect(answers.every((answer) => answer.status === undefined)).toBe(true);
    }
    exchange.close();
  });
});
