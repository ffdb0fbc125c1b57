import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import type { ExchangeRequest, ExchangeResponse } from '@assay/proto/exchange/v1/exchange_service';
import { DomainError, unauthenticated } from '../errors.ts';
import { bearerToken, callMetadata, readMetadata } from '../grpc/contract/call-metadata.ts';
import { toServiceError } from '../grpc/contract/status.ts';
import type { TokenVerifier } from '../tokens/internal-token.ts';
import { mebibytes } from '../units.ts';
import type { ServedRpcs } from './receiver.ts';
import { openServerStream } from './server-stream.ts';
import type { ServerStream } from './server-stream.ts';

export interface ExchangeServer {
  readonly handle: handleBidiStreamingCall<ExchangeRequest, ExchangeResponse>;
  /** Requests every client to send new calls to another server; calls in flight are answered. */
  close(): void;
  /** Returns the number of open streams by the process that opened them. */
  streams(): ReadonlyMap<string, number>;
}

export interface ExchangeServerOptions {
  readonly verifier: TokenVerifier;
  /** The age in milliseconds at which the server requests the client to replace a stream, before its connection is cut. */
  readonly maxStreamAgeMs: number;
  /** The interval between two heartbeats on each stream, in milliseconds. */
  readonly heartbeatMs: number;
}

interface OpenStream {
  readonly opener: string;
  readonly aging: NodeJS.Timeout;
}

type Call = Parameters<ExchangeServer['handle']>[0];

const maxKeptBytes = mebibytes(256);

/**
 * Serves rpcs over streams that carry many calls each, and sends heartbeats on every stream. A process opens a stream with its own
 * token; the server reads nothing from the stream before it has verified that token.
 */
export function createExchangeServer(
  rpcs: ServedRpcs,
  { verifier, maxStreamAgeMs, heartbeatMs }: ExchangeServerOptions,
): ExchangeServer {
  const streams = new Map<ServerStream, OpenStream>();
  const kept = { maxBytes: maxKeptBytes, bytes: 0 };
  let isClosing = false;

  const heartbeatTimer = setInterval(() => {
    for (const stream of streams.keys()) stream.beat();
  }, heartbeatMs).unref();

  function open(call: Call, opener: string): void {
    if (call.cancelled) return;
    const onGone = (): void => {
      const open = streams.get(stream);
      if (!streams.delete(stream)) return;
      clearTimeout(open?.aging);
    };
    const stream = openServerStream(call, { opener, kept, rpcs, heartbeatMs, onGone });
    const aging = setTimeout(() => {
      stream.close();
    }, maxStreamAgeMs);
    streams.set(stream, { opener, aging: aging.unref() });
    if (isClosing) stream.close();
    else stream.beat();
  }

  return {
    handle(call) {
      identifyOpener(call, verifier)
        .then((opener) => {
          open(call, opener);
        })
        .catch((error: unknown) => call.emit('error', toServiceError(error)));
    },
    close() {
      isClosing = true;
      for (const stream of streams.keys()) stream.close();
      clearInterval(heartbeatTimer);
    },
    streams() {
      const counts = new Map<string, number>();
      for (const { opener } of streams.values()) counts.set(opener, (counts.get(opener) ?? 0) + 1);
      return counts;
    },
  };
}

/** Returns the process that opens a stream. Rejects with UNAUTHENTICATED, or PERMISSION_DENIED for the token of a person. */
async function identifyOpener({ metadata }: Call, verifier: TokenVerifier): Promise<string> {
  const token = bearerToken(readMetadata(metadata, callMetadata.authorization));
  if (token === undefined) throw unauthenticated();
  const { actor } = await verifier.verify(token);
  if (actor.kind === 'service') return actor.service;
  throw new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'Only processes of the platform may open a stream.',
  );
}
