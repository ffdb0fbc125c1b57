import { DomainError } from '@assay/chassis/errors';
import { fromStatus } from '@assay/chassis/grpc/contract/status';
import { Status } from '@assay/proto/google/rpc/status';

export interface ListenerAnswer {
  readonly status: number;
  readonly stream: AsyncIterable<Uint8Array>;
}

interface Stored {
  /** The message that the listener responds with after it has stored the body. */
  readonly type: { readonly decode: (bytes: Uint8Array) => unknown };
  readonly maxAnswerBytes: number;
}

/** Reads the message of the upload listener. Throws the DomainError that it responded with, or UNAVAILABLE when it disconnected. */
export async function readUploadAnswer(
  { type, maxAnswerBytes }: Stored,
  { status, stream }: ListenerAnswer,
): Promise<unknown> {
  const bytes = await readAll(stream, maxAnswerBytes);
  if (status === 200 || status === 201) return decode(type, bytes);
  const refusal = decode(Status, bytes);
  // Code 0 means OK, so this is not an error of the listener but the response of a proxy before it.
  throw refusal.code === 0 ? uploadUnavailable(refusal) : fromStatus(refusal);
}

function decode<T>(type: { decode: (bytes: Uint8Array) => T }, bytes: Uint8Array): T {
  try {
    return type.decode(bytes);
  } catch (cause) {
    throw uploadUnavailable(cause);
  }
}

async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new Error('the response of the upload listener is too large');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw uploadUnavailable(cause);
  }
  return Buffer.concat(chunks);
}

function uploadUnavailable(cause: unknown): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'UPLOAD_UNAVAILABLE',
    'The upload listener is unavailable. Try again in a few seconds.',
    { cause },
  );
}
