import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import type { ExchangeRequest, ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';
import { openServerStream } from './server-stream.ts';
import type { ServerStream, ServedRpcs } from './server-stream.ts';

export interface ExchangeServer {
  readonly handle: handleBidiStreamingCall<ExchangeRequest, ExchangeResponse>;
  /** Asks every caller to take further calls elsewhere; those in flight are answered. */
  close(): void;
}

/** Serves rpcs over streams that carry many calls each. */
export function createExchangeServer(rpcs: ServedRpcs): ExchangeServer {
  const streams = new Set<ServerStream>();
  let isClosing = false;
  return {
    handle(call) {
      const stream = openServerStream(call, rpcs, () => streams.delete(stream));
      streams.add(stream);
      if (isClosing) stream.close();
    },
    close() {
      isClosing = true;
      for (const stream of streams) stream.close();
    },
  };
}
