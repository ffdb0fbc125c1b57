import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import type { OutgoingCall } from '../call-context.ts';
import type { TokenSource } from '../token-source.ts';
import { callMetadata, readMetadata, replayedMetadata } from './call-metadata.ts';
import type { Method, RequestOf, ResponseOf } from './serve.ts';
import { fromServiceError } from './status.ts';

/** One function per rpc; each rejects with the DomainError the server threw. */
export type TypedClient<S> = {
  readonly [K in keyof S]: (call: OutgoingCall, request: RequestOf<S[K]>) => Promise<ResponseOf<S[K]>>;
};

export interface Channel {
  /** The rpcs of one service, over this channel. */
  client<S extends object>(definition: S): TypedClient<S>;
  /** Ends the connection; calls in flight fail with CANCELLED. */
  close(): void;
}

export interface ChannelOptions {
  /** `host:port`, or any name grpc-js resolves, such as `dns:///billing:9000`. */
  readonly address: string;
  readonly tokens: TokenSource;
  /** The most any call may take; a nearer deadline of the caller wins. Default 10,000. */
  readonly timeoutMs?: number;
}

/** One connection to another service, shared by the typed clients of everything it serves. */
export function createChannel(options: ChannelOptions): Channel {
  const connection = new Client(options.address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
    'grpc.enable_channelz': 0,
  });
  return {
    client: (definition) => typedClient(definition, (method) => createCall(connection, options, method)),
    close: () => {
      connection.close();
    },
  };
}

function typedClient<S extends object>(
  definition: S,
  toCall: (method: Method<unknown, unknown>) => (call: OutgoingCall, request: unknown) => Promise<unknown>,
): TypedClient<S> {
  const methods = Object.entries(definition).map(([name, method]: [string, Method<unknown, unknown>]) => [
    name,
    toCall(method),
  ]);
  // Built method by method from S, which is what TypedClient<S> describes.
  return Object.fromEntries(methods) as TypedClient<S>;
}

function createCall(
  connection: Client,
  { tokens, timeoutMs = 10_000 }: ChannelOptions,
  method: Method<unknown, unknown>,
) {
  return async (call: OutgoingCall, request: unknown): Promise<unknown> => {
    const metadata = new Metadata();
    const token = await tokens(call);
    if (token !== undefined) metadata.set(callMetadata.authorization, `Bearer ${token}`);
    metadata.set(callMetadata.requestId, call.requestId);
    for (const name of ['traceparent', 'clientAddress', 'idempotencyKey'] as const) {
      if (call[name] !== undefined) metadata.set(callMetadata[name], call[name]);
    }
    return unary(connection, method, {
      request,
      metadata,
      deadline: deadlineOf(call, timeoutMs),
      signal: call.signal,
      onReplayed: call.onReplayed,
    });
  };
}

function deadlineOf(call: OutgoingCall, timeoutMs: number): number {
  return Math.min(call.deadline?.getTime() ?? Infinity, Date.now() + timeoutMs);
}

interface UnaryCall {
  readonly request: unknown;
  readonly metadata: Metadata;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly onReplayed: (() => void) | undefined;
}

function unary(connection: Client, method: Method<unknown, unknown>, call: UnaryCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { path, requestSerialize, responseDeserialize } = method;
    const onAnswer = (error: ServiceError | null, response?: unknown): void => {
      call.signal?.removeEventListener('abort', cancel);
      if (error === null) resolve(response);
      else reject(fromServiceError(error));
    };
    const { request, metadata, deadline } = call;
    const started = connection.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      { deadline },
      onAnswer,
    );
    started.once('metadata', (answered: Metadata) => {
      if (readMetadata(answered, replayedMetadata) === 'true') call.onReplayed?.();
    });
    const cancel = (): void => {
      started.cancel();
    };
    if (call.signal?.aborted === true) cancel();
    else call.signal?.addEventListener('abort', cancel, { once: true });
  });
}
