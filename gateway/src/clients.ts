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

/** Reaches every rpc of the platform: one connection and one circuit breaker per process, closed with the runtime. */
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
    // The rpc's own codec made it.
    (await findCall(rpc)(call, request)) as ResponseOf<R>;
  const callAsService: CallRpc = (rpc, call, request) => callRpc(rpc, asService(call), request);
  return { callRpc, callAsService };
}

/** All at once and before anything is served, so that they are closed after what is being served has ended. */
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
  if (connection === undefined) throw new Error(`the gateway does not call ${name}`);
  // What ts-proto generates is a whole method, of which an operation names no more than it needs.
  const { call } = connection.channel.client({ call: rpc as Method<unknown, unknown> });
  return makeResilient(rpc.path, call, connection.breaker);
}

/** The same call in the gateway's own name. */
function asService(call: OutgoingCall): OutgoingCall {
  return { ...call, actor: { kind: 'service', service: 'gateway' }, organizationId: '' };
}
