import type { ChannelOptions, ServerOptions } from '@grpc/grpc-js';

const maxMessageBytes = 16 * 1024 * 1024;
/** What may be on its way on one stream: HTTP/2's 64 KiB would let a network's latency decide how fast many calls are. */
const windowBytes = 1024 * 1024;

const both = {
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc-node.flow_control_window': windowBytes,
  'grpc.enable_channelz': 0,
};

export const channelOptions: ChannelOptions = {
  ...both,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // A server that vanished without closing its connection is noticed after 20 s.
  'grpc.keepalive_time_ms': 15_000,
  'grpc.keepalive_timeout_ms': 5_000,
};

/** Connections end after five minutes, so that callers look names up again and find new servers. */
export const serverOptions: ServerOptions = {
  ...both,
  'grpc.max_connection_age_ms': 300_000,
  'grpc.max_connection_age_grace_ms': 120_000,
};
