import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import type { ExchangeRequest, ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';
import { openServerStream } from './server-stream.ts';
import type { ServerStream, ServedRpcs } from './server-stream.ts';

export interface ExchangeServer {
  readonly handle: handleBidiStreamingCall<ExchangeRequest, ExchangeResponse>;
  /** Asks every caller to take further calls elsewhere; those in flight are answered. */
  close(): void;
}

export interface ExchangeServerOptions {
  /** A stream is asked to go on elsewhere after this long, before its connection is cut. */
  readonly maxStreamAgeMs: number;
  /** How often callers hear that the server is there. */
  readonly heartbeatMs: number;
}

/** Serves rpcs over streams that carry many calls each, and is heard of on each of them all the time. */
export function createExchangeServer(
  rpcs: ServedRpcs,
  { maxStreamAgeMs, heartbeatMs }: ExchangeServerOptions,
): ExchangeServer {
  const streams = new Map<ServerStream, NodeJS.Timeout>();
  let isClosing = false;

  const beating = setInterval(() => {
    for (const stream of streams.keys()) stream.beat();
  }, heartbeatMs).unref();

  return {
    handle(call) {
      const onGone = (): void => {
        clearTimeout(streams.get(stream));
        streams.delete(stream);
      };
      const stream = openServerStream(call, { rpcs, heartbeatMs, onGone });
      const aging = setTimeout(() => {
        stream.close();
      }, maxStreamAgeMs);
      streams.set(stream, aging.unref());
      if (isClosing) stream.close();
      else stream.beat();
    },
    close() {
      isClosing = true;
      for (const stream of streams.keys()) stream.close();
      clearInterval(beating);
    },
  };
}
