import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { kibibytes, mebibytes } from '../units.ts';

/** The most one message of a caller may have who is not known (yet): a key, an event of a payment, a question about health. */
export const anonymousRequestBytes = kibibytes(64);
/** Of one message to a server, as elsewhere in gRPC: the exchange sends longer requests in several. */
const maxRequestBytes = mebibytes(4);

/** What grpc-js 1.14 asks whether a message is too long: as soon as its length is announced, and again while it is inflated. */
interface Limits {
  maxReceiveMessageSize: number;
  readonly decoder: { maxReadMessageLength: number };
}

/**
 * Lets this call send messages as long as its known caller may; call it before anything is read. grpc-js has one limit for all
 * calls of a server, and tells interceptors of a message only once it holds all of it, so the server's own is that of
 * strangers and this reaches into the call to raise it. Should a later grpc-js keep its limits elsewhere, this throws: callers
 * that are known are then refused, and nobody else is let in.
 */
export function raiseRequestLimit(call: ServerInterceptingCallInterface): void {
  const limits = readLimits(call);
  limits.maxReceiveMessageSize = maxRequestBytes;
  limits.decoder.maxReadMessageLength = maxRequestBytes;
}

/** The types of grpc-js hide them. */
function readLimits(call: ServerInterceptingCallInterface): Limits {
  const { maxReceiveMessageSize, decoder } = call as unknown as Partial<Limits>;
  if (maxReceiveMessageSize === undefined || decoder?.maxReadMessageLength === undefined) {
    throw new TypeError('grpc-js keeps the limits of a call elsewhere');
  }
  return call as unknown as Limits;
}
