import type { OutgoingCall } from '@assay/chassis/call-context';
import { openChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import { callTimeoutMs } from '@assay/chassis/grpc/contract/contract';
import type { Method, RequestOf, ResponseOf } from '@assay/chassis/grpc/serve';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { TokenSource } from '@assay/chassis/tokens/token-source';
import { findProcess, processes } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import type { CallRpc, Callers, Rpc } from '../operation.ts';
import { createBreaker, makeResilient } from './resilience.ts';
import type { Breaker } from './resilience.ts';

export interface CallersConfig {
  /** The adapter that calls. */
  readonly adapter: ProcessName;
  /** The address of each service that the adapter calls. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly callTimeoutMs: number;
}

type Call = (call: OutgoingCall, request: unknown) => Promise<unknown>;

interface Connection {
  readonly channel: Channel;
  readonly breaker: Breaker;
}

/**
 * Creates the functions that call any rpc of the platform. Each process has one connection and one circuit breaker; the runtime
 * closes them.
 */
export function createCallers(config: CallersConfig, runtime: Runtime, tokens: TokenSource): Callers {
  const connections = connectAll(config, runtime, tokens);
  const calls = new Map<string, Call>();

  function findCall(rpc: Rpc): Call {
    const known = calls.get(rpc.path);
    if (known !== undefined) return known;
    const made = openCall(rpc, config.adapter, connections);
    calls.set(rpc.path, made);
    return made;
  }

  const callRpc = async <R extends Rpc>(
    rpc: R,
    call: OutgoingCall,
    request: RequestOf<R>,
  ): Promise<ResponseOf<R>> =>
    // The codec of the rpc decoded the response.
    (await findCall(rpc)(call, request)) as ResponseOf<R>;
  const actor = { kind: 'service', service: config.adapter } as const;
  const callAsService: CallRpc = (rpc, call, request) =>
    callRpc(rpc, { ...call, actor, organizationId: '' }, request);
  return { callRpc, callAsService };
}

/** Returns the timeout of an operation: that of the rpc that may take longest, and at least the usual one. */
export function findTimeoutMs(rpcs: readonly Rpc[], usualMs: number): number {
  return Math.max(usualMs, ...rpcs.map(({ path }) => callTimeoutMs(path, usualMs)));
}

/**
 * Opens all connections before the HTTP server starts. The lifecycle stops in reverse order, so they close after the last
 * request.
 */
function connectAll(
  config: CallersConfig,
  runtime: Runtime,
  tokens: TokenSource,
): ReadonlyMap<string, Connection> {
  const { adapter, addresses, callTimeoutMs: timeoutMs } = config;
  const opened = processes[adapter].calls.map((name) => {
    const channel = openChannel(runtime, name, { address: addresses[name] ?? '', tokens, timeoutMs });
    return [name, { channel, breaker: createBreaker(name, runtime) }] as const;
  });
  return new Map(opened);
}

function openCall(rpc: Rpc, adapter: ProcessName, connections: ReadonlyMap<string, Connection>): Call {
  const name = findProcess(rpc.path.split('/')[1] ?? '');
  const connection = connections.get(name);
  if (connection === undefined) throw new Error(`processes.${adapter}.calls does not list ${name}`);
  // ts-proto generates a complete method definition; the type of an operation declares only the properties that it needs.
  const { call } = connection.channel.client({ call: rpc as Method<unknown, unknown> });
  return makeResilient(rpc.path, call, connection.breaker);
}
