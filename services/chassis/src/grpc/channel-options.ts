import type { ChannelOptions, ServerOptions } from '@grpc/grpc-js';
import { mebibytes } from '../units.ts';
import { anonymousRequestBytes } from './request-limit.ts';

const maxMessageBytes = mebibytes(16);
/** The flow control window of a stream. With the default of HTTP/2, 64 KiB, the network latency limits the throughput of many calls. */
const windowBytes = mebibytes(1);

const sharedOptions = {
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc-node.flow_control_window': windowBytes,
  'grpc.enable_channelz': 0,
};

export const channelOptions: ChannelOptions = {
  ...sharedOptions,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // A channel that replaces its connection must not affect other channels to the same server.
  'grpc.use_local_subchannel_pool': 1,
  // No keepalive: after GOAWAY, node:http2 refuses the pings of grpc-js, which then breaks every stream of the connection. The
  // heartbeats of the exchange detect a lost server instead.
};

/** The lifetime of a server's connections and the interval of its heartbeats. */
export interface ConnectionTimes {
  /** The age at which the server sends GOAWAY, so that clients look names up and reconnect. */
  readonly maxAgeMs: number;
  /** The time after GOAWAY until the server closes the connection. */
  readonly graceMs: number;
  /** The interval between two heartbeats on each stream. */
  readonly heartbeatMs: number;
}

export const defaultTimes: ConnectionTimes = { maxAgeMs: 300_000, graceMs: 120_000, heartbeatMs: 5_000 };

export function serverOptions({ maxAgeMs, graceMs }: ConnectionTimes): ServerOptions {
  return {
    ...sharedOptions,
    'grpc.max_receive_message_length': anonymousRequestBytes,
    'grpc.max_connection_age_ms': maxAgeMs,
    'grpc.max_connection_age_grace_ms': graceMs,
  };
}
