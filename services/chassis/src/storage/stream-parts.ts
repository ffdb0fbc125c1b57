import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { kibibytes } from '../units.ts';

const firstBytes = kibibytes(256);

/** A generator of chunks is faster than a stream, which takes more time for each chunk. */
export type UploadSource = Readable | AsyncGenerator<Buffer>;

/**
 * Splits a stream into parts of `partSizeBytes`; the last one may be shorter. Two buffers alternate, since new
 * buffers would become garbage faster than it is collected. A part is therefore valid until the second next part is
 * read.
 */
export async function* streamParts(source: UploadSource, partSizeBytes: number): AsyncGenerator<Buffer> {
  let filling: Buffer = Buffer.allocUnsafeSlow(Math.min(firstBytes, partSizeBytes));
  let other: Buffer | undefined;
  let used = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let offset = 0; offset < chunk.byteLength;) {
      if (used === filling.byteLength) filling = enlarge(filling, partSizeBytes);
      const copied = chunk.copy(filling, used, offset);
      used += copied;
      offset += copied;
      if (used < partSizeBytes) continue;
      yield filling;
      [filling, other, used] = [other ?? Buffer.allocUnsafeSlow(partSizeBytes), filling, 0];
    }
  }
  if (used > 0) yield filling.subarray(0, used);
}

/** Enlarges the buffer step by step, since most streams are small and should not allocate two whole parts. */
function enlarge(buffer: Buffer, partSizeBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(partSizeBytes, buffer.byteLength * 4));
  buffer.copy(larger);
  return larger;
}
