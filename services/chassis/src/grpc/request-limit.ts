import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { kibibytes, mebibytes } from '../units.ts';

/** The maximum message size of an anonymous client: enough for a key, a payment event or a health check. */
export const anonymousRequestBytes = kibibytes(64);
/** The maximum message size of an authenticated client, the default of gRPC. The exchange sends longer requests in several messages. */
const maxRequestBytes = mebibytes(4);

/** The limits that grpc-js 1.14 checks when the length of a message is announced, and again while the message is inflated. */
interface Limits {
  maxReceiveMessageSize: number;
  readonly decoder: { maxReadMessageLength: number };
}

/**
 * Raises the message size limit of one call to that of an authenticated client, before its message is read. grpc-js has one limit per
 * server and gives interceptors a message only when it is complete. The server therefore has the limit of anonymous clients, and this
 * function changes private fields of the call. Throws TypeError when a later grpc-js moves these fields; authenticated calls then fail.
 */
export function raiseRequestLimit(call: ServerInterceptingCallInterface): void {
  const limits = readLimits(call);
  limits.maxReceiveMessageSize = maxRequestBytes;
  limits.decoder.maxReadMessageLength = maxRequestBytes;
}

/** Reads the limits of a call, which the types of grpc-js do not declare. */
function readLimits(call: ServerInterceptingCallInterface): Limits {
  const { maxReceiveMessageSize, decoder } = call as unknown as Partial<Limits>;
  if (maxReceiveMessageSize === undefined || decoder?.maxReadMessageLength === undefined) {
    throw new TypeError(
      'This version of grpc-js has no limits at the expected place. Adapt request-limit.ts.',
    );
  }
  return call as unknown as Limits;
}
