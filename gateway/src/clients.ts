import type { OutgoingCall } from '@assay/chassis/call-context';
import { openChannel } from '@assay/chassis/grpc/client';
import type { Channel } from '@assay/chassis/grpc/client';
import type { Method, RequestOf, ResponseOf } from '@assay/chassis/grpc/serve';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { TokenSource } from '@assay/chassis/tokens/token-source';
import type { CallRpc, Callers, Rpc } from '@assay/operations/operation';
import { findProcess, processes } from '@assay/proto/processes';
import type { Config } from './config.ts';
import { createBreaker, makeResilient } from './resilience.ts';
import type { Breaker } from './resilience.ts';

type Call = (call: OutgoingCall, request: unknown) => Promise<unknown>;

interface Connection {
  readonly channel: Channel;
  readonly breaker: Breaker;
}

/**
 * Creates the functions that call any rpc of the platform. Each process has one connection and one circuit breaker; the runtime
 * closes them.
 */
export function createCallers(config: Config, runtime: Runtime, tokens: TokenSource): Callers {
  const connections = connectAll(config, runtime, tokens);
  const calls = new Map<string, Call>();

  function findCall(rpc: Rpc): Call {
    const known = calls.get(rpc.path);
    if (known !== undefined) return known;
    const made = openCall(rpc, connections);
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
  const callAsService: CallRpc = (rpc, call, request) => callRpc(rpc, asService(call), request);
  return { callRpc, callAsService };
}

/**
 * Opens all connections before the HTTP server starts. The lifecycle stops in reverse order, so they close after the last
 * request.
 */
function connectAll(config: Config, runtime: Runtime, tokens: TokenSource): ReadonlyMap<string, Connection> {
  const { addresses, callTimeoutMs: timeoutMs } = config;
  const opened = processes.gateway.calls.map((name) => {
    const channel = openChannel(runtime, name, { address: addresses[name] ?? '', tokens, timeoutMs });
    return [name, { channel, breaker: createBreaker(name, runtime) }] as const;
  });
  return new Map(opened);
}

function openCall(rpc: Rpc, connections: ReadonlyMap<string, Connection>): Call {
  const name = findProcess(rpc.path.split('/')[1] ?? '');
  const connection = connections.get(name);
  if (connection === undefined) throw new Error(`processes.gateway.calls does not list ${name}`);
  // ts-proto generates a complete method definition; the type of an operation declares only the properties that it needs.
  const { call } = connection.channel.client({ call: rpc as Method<unknown, unknown> });
  return makeResilient(rpc.path, call, connection.breaker);
}

/** Returns the call with the gateway as its actor. */
function asService(call: OutgoingCall): OutgoingCall {
  return { ...call, actor: { kind: 'service', service: 'gateway' }, organizationId: '' };
}
