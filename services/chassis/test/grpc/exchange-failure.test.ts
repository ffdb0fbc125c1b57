import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, credentials, InterceptingCall, Server, ServerCredentials } from '@grpc/grpc-js';
import type { Interceptor, ServerDuplexStream, StatusObject } from '@grpc/grpc-js';
import { Call, ExchangeServiceService } from '@assay/proto/exchange/v1/exchange_service';
import type { ExchangeRequest, ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createExchangeClient } from '../../src/exchange/exchange-client.ts';
import { openClientStream } from '../../src/exchange/client-stream.ts';
import { defaultTimes } from '../../src/grpc/channel-options.ts';
import type { ConnectionTimes } from '../../src/grpc/channel-options.ts';
import { createChannel } from '../../src/grpc/client.ts';
import { createTokenSigner } from '../../src/tokens/internal-token.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import { buildCall } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

type Keys = Awaited<ReturnType<typeof tokenKeys>>;
const children: ChildProcess[] = [];
const closers: (() => void)[] = [];
let keys: Keys;

beforeAll(async () => {
  keys = await tokenKeys('gateway');
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
});

interface LaunchInput {
  readonly port?: number;
  readonly name?: string;
  readonly times?: ConnectionTimes;
}

/** Launches a server in a separate process. */
async function launch({ port = 0, name = 'server', times }: LaunchInput = {}) {
  const script = fileURLToPath(new URL('scratchpad-process.ts', import.meta.url));
  const parameters = [
    JSON.stringify(keys.publicKey),
    String(port),
    name,
    ...(times ? [JSON.stringify(times)] : []),
  ];
  const child = fork(script, parameters, { execArgv: ['--conditions=source'] });
  children.push(child);
  const [address] = (await once(child, 'message')) as [string];
  let hanging: readonly string[] = [];
  child.on('message', (ids: readonly string[]) => (hanging = ids));
  return {
    child,
    address,
    port: Number(address.split(':')[1]),
    isHanging: (id: string) => hanging.includes(id),
  };
}

function connect(address: string) {
  const signer = createTokenSigner(keys.privateKey, systemClock);
  const tokens = principalTokens(signer, systemClock);
  const channel = createChannel({ address, tokens, timeoutMs: 60_000 });
  closers.push(() => channel.close());
  const projects = channel.client(ProjectsServiceService);
  return async (projectId: string, timeoutMs = 5_000): Promise<string | undefined> => {
    const call = buildCall({ deadline: new Date(Date.now() + timeoutMs) });
    const { project } = await projects.getProject(call, { projectId });
    return project?.name;
  };
}

/** Starts a server that accepts connections and sends nothing on them. */
async function startSilentTcpServer() {
  const server = createTcpServer((socket) => socket.unref()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => void server.close() };
}

/** Starts a server that opens streams and sends nothing on them. */
async function startSilentGrpcServer() {
  const server = new Server();
  server.addService(ExchangeServiceService, {
    exchange: (stream: ServerDuplexStream<ExchangeRequest, ExchangeResponse>) => void stream.resume(),
  });
  const port = await promisify(server.bindAsync.bind(server))(
    '127.0.0.1:0',
    ServerCredentials.createInsecure(),
  );
  return { port, close: () => server.forceShutdown() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

describe('a server that is killed', () => {
  it('fails the calls in flight with UNAVAILABLE at once, and later calls succeed after its restart', async () => {
    const server = await launch();
    const get = connect(server.address);
    await get('a');
    const inFlight = Array.from({ length: 50 }, (_, index) => catchRefusal(get(`hang-${index}`, 60_000)));
    await expect.poll(() => server.isHanging('hang-49')).toBe(true);
    await end(server.child, 'SIGKILL');
    for (const refusal of await Promise.all(inFlight))
      expect(refusal).toMatchObject({ status: 'UNAVAILABLE' });
    expect(await catchRefusal(get('a'))).toMatchObject({ status: 'UNAVAILABLE' });
    await launch({ port: server.port, name: 'successor' });
    await expect.poll(() => get('a').catch(() => 'not yet')).toBe('successor');
  });

  it('fails only its own calls when there are other servers', async () => {
    const one = await launch({ name: 'one' });
    const other = await launch({ name: 'other' });
    const get = connect(`${one.address},${other.address}`);
    const inFlight = catchRefusal(get('hang', 60_000));
    await expect.poll(() => one.isHanging('hang') || other.isHanging('hang')).toBe(true);
    const [serving, remaining] = one.isHanging('hang') ? [one, 'other'] : [other, 'one'];
    await end(serving.child, 'SIGKILL');
    expect(await inFlight).toMatchObject({ status: 'UNAVAILABLE' });
    await expect.poll(() => get('a').catch(() => 'not yet')).toBe(remaining);
  });
});

describe('a server that stops', () => {
  it('answers the calls in flight and sends new calls to another server', async () => {
    const one = await launch({ name: 'one' });
    const other = await launch({ name: 'other' });
    const get = connect(`${one.address},${other.address}`);
    const names: (string | undefined)[] = [];
    let failures = 0;
    let isOver = false;
    const load = Array.from({ length: 20 }, async () => {
      while (!isOver) {
        await get('a').then(
          (name) => names.push(name),
          () => (failures += 1),
        );
      }
    });
    await expect.poll(() => names.length).toBeGreaterThan(200);
    await end(one.child, 'SIGTERM');
    const answered = names.length;
    await expect.poll(() => names.length).toBeGreaterThan(answered + 200);
    isOver = true;
    await Promise.all(load);
    expect(failures).toBe(0);
    expect(new Set(names.slice(answered + 100))).toEqual(new Set(['other']));
  });
});

describe('a server whose connections end by age', () => {
  it('fails none of 20,000 calls', async () => {
    const server = await launch({ times: { maxAgeMs: 500, graceMs: 12_000, heartbeatMs: 5_000 } });
    const get = connect(server.address);
    const failures: unknown[] = [];
    let made = 0;
    // Calls of up to 200 ms, for longer than any timer between the two processes.
    const load = Array.from({ length: 100 }, async () => {
      while (made < 20_000) {
        made += 1;
        await get(`wait:${made % 200}`, 60_000).catch((error: unknown) => failures.push(error));
      }
    });
    await Promise.all(load);
    expect(failures).toEqual([]);
  });
});

describe('a server that has fallen silent', () => {
  it('fails its pending calls after the keepalive timeout, before their deadlines', async () => {
    const server = await launch({ times: { ...defaultTimes, heartbeatMs: 200 } });
    const get = connect(server.address);
    await get('a');
    const inFlight = catchRefusal(get('hang', 600_000));
    await expect.poll(() => server.isHanging('hang')).toBe(true);
    server.child.kill('SIGSTOP');
    expect(await inFlight).toMatchObject({ status: 'UNAVAILABLE' });
    server.child.kill('SIGCONT');
    expect(await get('a')).toBe('server');
  });

  it.each([
    ['accepts connections only', startSilentTcpServer],
    ['accepts streams only', startSilentGrpcServer],
  ])('from the start fails its calls too: it %s', async (_name, start) => {
    const server = await start();
    const target = `127.0.0.1:${server.port.toString()}`;
    const client = createExchangeClient(() => new Client(target, credentials.createInsecure()), {
      firstIntervalMs: 100,
    });
    closers.push(
      () => client.close(),
      () => server.close(),
    );
    const { path } = ProjectsServiceService.getProject;
    const limits = { deadlineMs: Date.now() + 600_000, signal: undefined };
    const outgoing = Call.fromPartial({ path, payload: Buffer.alloc(0) });
    expect(await catchRefusal(client.call(outgoing, limits))).toMatchObject({ status: 'UNAVAILABLE' });
  });

  it('is replaced by another server after the first deadline', async () => {
    const one = await launch({ name: 'one' });
    const other = await launch({ name: 'other' });
    const get = connect(`${one.address},${other.address}`);
    const next = () => get('a', 300).catch(() => 'none');
    await expect.poll(next).toBe('one');
    one.child.kill('SIGSTOP');
    await expect.poll(next).toBe('none');
    const names = [await next(), await next(), await next(), await next()];
    expect(new Set(names)).toEqual(new Set(['other']));
    one.child.kill('SIGCONT');
    await expect.poll(next).toBe('one');
  });
});

describe('a stream that its client has ended', () => {
  it('is read to its end while the server still sends that it closes', async () => {
    const server = new Server();
    const held: ServerDuplexStream<ExchangeRequest, ExchangeResponse>[] = [];
    const closing = (heardWithinMs: number): ExchangeResponse => ({
      answers: [],
      chunks: [],
      closing: true,
      heardWithinMs,
    });
    server.addService(ExchangeServiceService, {
      exchange(stream: ServerDuplexStream<ExchangeRequest, ExchangeResponse>) {
        stream.resume().on('end', () => {
          stream.write(closing(1));
          held.push(stream);
        });
        stream.write(closing(60_000));
      },
    });
    const bind = promisify(server.bindAsync.bind(server));
    const port = await bind('127.0.0.1:0', ServerCredentials.createInsecure());
    closers.push(() => {
      server.forceShutdown();
    });
    const status = Promise.withResolvers<StatusObject>();
    const captureStatus: Interceptor = (options, next) =>
      new InterceptingCall(next(options), {
        start(metadata, _listener, proceed) {
          proceed(metadata, {
            onReceiveStatus(received, pass) {
              status.resolve(received);
              pass(received);
            },
          });
        },
      });
    const connection = new Client(`127.0.0.1:${port.toString()}`, credentials.createInsecure(), {
      interceptors: [captureStatus],
    });
    closers.push(() => {
      connection.close();
    });
    const stream = openClientStream(connection, { firstIntervalMs: 60_000 });
    const hasHeardAgain = (): boolean => stream.heartbeat.isSilent(performance.now() + 60_000);
    await expect.poll(hasHeardAgain).toBe(true);
    for (const serving of held) {
      serving.write(closing(1));
      serving.write(closing(1));
      serving.end();
    }
    // Without a status the call never ends, and its connection keeps the process running.
    expect((await status.promise).code).toBe(0);
  });
});
