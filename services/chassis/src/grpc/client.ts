import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { CallCredentials } from '@grpc/grpc-js';
import { processes } from '@assay/proto/processes';
import type { Affinity, ServiceName } from '@assay/proto/processes';
import type { OutgoingCall } from '../call-context.ts';
import { DomainError } from '../errors.ts';
import { currentTraceparent, inSpan } from '../process/tracing/spans.ts';
import { createBalancedClient } from '../exchange/balanced-client.ts';
import type { BackendCounts } from '../exchange/balanced-client.ts';
import { createExchangeClient } from '../exchange/exchange-client.ts';
import type { ExchangeClient } from '../exchange/exchange-client.ts';
import { measure } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';
import type { Runtime } from '../process/runtime.ts';
import { transportSecurity } from '../process/transport-security.ts';
import type { TransportSecurity } from '../process/transport-security.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import { parseTarget } from './addresses.ts';
import { callMetadata } from './contract/call-metadata.ts';
import { channelOptions } from './channel-options.ts';
import { callTimeoutMs } from './contract/contract.ts';
import type { Method, RequestOf, ResponseOf } from './serve.ts';

/** A client with one function per rpc, which rejects with the DomainError of the server. */
export type TypedClient<S> = {
  readonly [K in keyof S]: (call: OutgoingCall, request: RequestOf<S[K]>) => Promise<ResponseOf<S[K]>>;
};

export interface Channel {
  /** Creates the client of one gRPC service. */
  client<S extends object>(definition: S): TypedClient<S>;
  /** Closes the connections; calls in flight fail with CANCELLED. */
  close(): void;
  /** Returns the number of backends by state, and the calls in flight. */
  backends(): BackendCounts;
}

export interface ChannelOptions {
  /** `host:port`, or several separated by commas. Calls are balanced over all addresses of all names. */
  readonly address: string;
  readonly tokens: TokenSource;
  /** The service at the address, the only audience of the tokens. undefined: every service is in the audience. */
  readonly service?: ServiceName | undefined;
  /** The timeout of a call in milliseconds, unless the contract gives its rpc more. An earlier deadline of the caller wins. Default: 10,000. */
  readonly timeoutMs?: number;
  /** The encryption of the connections. Default: plaintext, on this machine only. */
  readonly security?: TransportSecurity;
  /** `organization`: calls of one organization go to one backend while it is connected. Default: `none`. */
  readonly affinity?: Affinity;
}

const lookUpIntervalMs = 30_000;

/** Creates a channel to another service. The clients of all its gRPC services share the connections. */
export function createChannel(options: ChannelOptions): Channel {
  const target = parseTarget(options.address);
  const { hasNames, authority } = target;
  const named =
    authority === undefined
      ? {}
      : {
          'grpc.default_authority': authority,
          'grpc.ssl_target_name_override': authority.replace(/:\d+$/u, ''),
        };
  const streamCredentials = ownCredentials(options);
  const channelCredentials = (options.security ?? transportSecurity({})).channelCredentials(target.hosts);
  const exchange = createBalancedClient({
    lookUp: () => target.lookUp(),
    lookUpIntervalMs: hasNames ? lookUpIntervalMs : 0,
    connect: (address, onDisconnect) => {
      const connect = (): Client => new Client(address, channelCredentials, { ...channelOptions, ...named });
      return createExchangeClient(connect, { streamCredentials, onDisconnect });
    },
  });
  return {
    client: (definition) => typedClient(definition, (method) => createCall(exchange, options, method)),
    close: () => {
      exchange.close();
    },
    backends: () => exchange.counts(),
  };
}

/** Creates the credentials with which this process opens a stream: its own token. */
function ownCredentials({ tokens, service }: ChannelOptions): CallCredentials {
  return credentials.createFromMetadataGenerator((_call, callback) => {
    tokens.own(service).then((token) => {
      const metadata = new Metadata();
      metadata.set(callMetadata.authorization, `Bearer ${token}`);
      callback(null, metadata);
    }, callback);
  });
}

/** Opens a channel to a service of the platform, which closes when this process stops. */
export function openChannel(
  { lifecycle, metrics, security }: Pick<Runtime, 'lifecycle' | 'metrics' | 'security'>,
  name: ServiceName,
  options: Omit<ChannelOptions, 'service' | 'affinity' | 'security'>,
): Channel {
  const channel = createChannel({ ...options, security, service: name, affinity: processes[name].affinity });
  lifecycle.onStop(`channel to ${name}`, () => channel.close());
  measureChannel(metrics, name, channel);
  return channel;
}

function measureChannel(metrics: Metrics, callee: ServiceName, channel: Channel): void {
  const backends = {
    name: 'assay_exchange_backends',
    help: 'Replicas of a service that this process knows, by state: connected or away.',
    labelNames: ['callee', 'state'] as const,
  };
  measure(metrics, backends, () => {
    const { connected, unavailable } = channel.backends();
    return [
      { labels: { callee, state: 'connected' }, value: connected },
      { labels: { callee, state: 'away' }, value: unavailable },
    ];
  });
  const calls = {
    name: 'assay_exchange_calls_in_flight',
    help: 'Pending calls of this process, by service.',
    labelNames: ['callee'] as const,
  };
  measure(metrics, calls, () => [{ labels: { callee }, value: channel.backends().callsInFlight }]);
}

type UntypedCall = (call: OutgoingCall, request: unknown) => Promise<unknown>;

function typedClient<S extends object>(
  definition: S,
  toCall: (method: Method<unknown, unknown>) => UntypedCall,
): TypedClient<S> {
  const methods = Object.entries(definition).map(([name, method]: [string, Method<unknown, unknown>]) => [
    name,
    toCall(method),
  ]);
  // The entries are built method by method from S, as TypedClient<S> requires.
  return Object.fromEntries(methods) as TypedClient<S>;
}

function createCall(
  exchange: ExchangeClient,
  { tokens, service, timeoutMs = 10_000, affinity = 'none' }: ChannelOptions,
  { path, requestSerialize, responseDeserialize }: Method<unknown, unknown>,
): UntypedCall {
  const maxMs = callTimeoutMs(path, timeoutMs);
  return async (call, request) => {
    const { requestId, traceparent = '', clientAddress = '', deviceType, idempotencyKey = '', signal } = call;
    const token = (await tokens.forCall(call, service)) ?? '';
    const payload = requestSerialize(request);
    const limits = {
      deadlineMs: Math.min(call.deadline?.getTime() ?? Infinity, Date.now() + maxMs),
      signal,
      affinity: affinity === 'organization' ? call.organizationId : undefined,
    };
    const outgoing = { path, token, requestId, clientAddress, deviceType, idempotencyKey, payload };
    // A caller without a span names the trace to continue.
    const continues = currentTraceparent() === undefined ? traceparent : undefined;
    const answer = await inSpan({ name: path.slice(1), kind: 'client', continues }, () =>
      exchange.call({ ...outgoing, traceparent: currentTraceparent() ?? traceparent }, limits),
    );
    if (answer.replayed) call.onReplayed?.();
    try {
      return responseDeserialize(answer.payload);
    } catch (cause) {
      throw new DomainError('INTERNAL', 'INTERNAL', 'The answer cannot be decoded.', { cause });
    }
  };
}
