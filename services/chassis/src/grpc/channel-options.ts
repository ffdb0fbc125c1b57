import type { ChannelOptions, ServerOptions } from '@grpc/grpc-js';
import { mebibytes } from '../units.ts';
import { anonymousRequestBytes } from './request-limit.ts';

const maxMessageBytes = mebibytes(16);
/** What may be on its way on one stream: HTTP/2's 64 KiB would let a network's latency decide how fast many calls are. */
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
  // Replacing a connection replaces it for this channel, and for no other to the same server.
  'grpc.use_local_subchannel_pool': 1,
  // No keepalive: grpc-js pings a connection that is going away (GOAWAY) too, is refused by node:http2, and breaks every
  // stream on it. The exchange hears of a server by itself.
};

/** How long a server's connections live, and how its callers hear of it meanwhile. */
export interface ConnectionTimes {
  /** Then callers are told to open another (GOAWAY), and look names up again. */
  readonly maxAgeMs: number;
  /** What is still on the connection is cut after this long. */
  readonly graceMs: number;
  /** How often the server says on each stream that it is there. */
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
