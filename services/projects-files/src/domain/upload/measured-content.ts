import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { noteChunk } from '@assay/chassis/http/collect-chunks';
import { recommendedHeadBytes } from '@assay/media/sniff/detect-type';
import { allAcceptedTypes } from '@assay/media/sniff/accepted-types';
import { createByteSearch } from './byte-search.ts';
import { payloadTooLarge, unsupportedMediaType } from './upload-errors.ts';

export interface Head {
  /** The first bytes, as many as deciding the type takes; fewer only when there are no more. */
  readonly head: Buffer;
  /** Everything, the head included; to be read once. */
  readonly chunks: AsyncIterable<Buffer>;
}

/** The content did not arrive whole; the cause says what the parser or the connection said. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

/** Reads the first bytes. Rejects with TransferError, as the chunks do. */
export async function readHead(stream: Readable): Promise<Head> {
  // A file part emits buffers, which the type of a stream cannot say.
  const chunks = arriving(stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  const read: Buffer[] = [];
  for (let bytes = 0; bytes < recommendedHeadBytes;) {
    const next = await chunks.next();
    if (next.done === true) break;
    read.push(next.value);
    bytes += next.value.byteLength;
  }
  const head = Buffer.concat(read);
  return { head, chunks: resume(head, chunks) };
}

async function* arriving(iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      noteChunk(next.value.byteLength);
      yield next.value;
    }
  } catch (cause) {
    throw new TransferError('the content did not arrive whole', { cause });
  } finally {
    await iterator.return?.();
  }
}

async function* resume(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.byteLength > 0) yield head;
  yield* rest;
}

export interface MeasuredContent {
  readonly source: AsyncGenerator<Buffer>;
  /** What was measured; complete once the source has ended. */
  facts(): { readonly sizeBytes: number; readonly sha256: string };
  /** Why the source ended early. */
  failure(): unknown;
}

export interface ContentLimits {
  readonly maxBytes: number;
  readonly mimeType: string;
  /** The error for more bytes. Default: PAYLOAD_TOO_LARGE for the type. */
  readonly tooLarge?: ((receivedBytes: number) => Error) | undefined;
  /** Bytes that must occur, see `AcceptedType`. */
  readonly proof?: Uint8Array | undefined;
}

/**
 * Counts and hashes what streams through. The stream fails with RESOURCE_EXHAUSTED as soon as it is more than `maxBytes`, and with
 * INVALID_ARGUMENT at its end when the proof of its type does not occur.
 */
export function measure(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, mimeType, proof, tooLarge }: ContentLimits,
): MeasuredContent {
  const hash = createHash('sha256');
  const search = proof && createByteSearch(proof);
  let sizeBytes = 0;
  let failure: unknown;
  async function* pass(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of chunks) {
        sizeBytes += chunk.byteLength;
        if (sizeBytes > maxBytes) {
          throw tooLarge?.(sizeBytes) ?? payloadTooLarge({ maxBytes, receivedBytes: sizeBytes, mimeType });
        }
        hash.update(chunk);
        search?.add(chunk);
        yield chunk;
      }
      if (search?.hasFound() === false) throw unproved(mimeType);
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return {
    source: pass(),
    facts: () => ({ sizeBytes, sha256: hash.copy().digest('hex') }),
    failure: () => failure,
  };
}

function unproved(declaredMimeType: string): Error {
  return unsupportedMediaType({
    declaredMimeType,
    detectedMimeType: null,
    allowedMimeTypes: allAcceptedTypes,
  });
}
