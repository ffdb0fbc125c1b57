import type { Metadata } from '@grpc/grpc-js';

/** The metadata keys of a call's context. */
export const callMetadata = {
  authorization: 'authorization',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  clientAddress: 'x-client-address',
  deviceType: 'x-client-device',
  idempotencyKey: 'idempotency-key',
} as const;

/** The metadata key that is `true` in an answer that repeats an earlier one. */
export const replayedMetadata = 'idempotent-replayed';

export function readMetadata(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the token of `authorization: Bearer <token>`. */
export function bearerToken(header: string | undefined): string | undefined {
  return header !== undefined && /^bearer /i.test(header) ? header.slice('bearer '.length).trim() : undefined;
}
