import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';

const firstBytes = 256 * 1024;

/** What generates chunks need not be made a stream, which takes more time for each of them. */
export type UploadSource = Readable | AsyncGenerator<Buffer>;

/**
 * Cuts a stream into parts of `partSizeBytes`, the last one shorter. Two buffers take turns for the whole stream, since
 * a new one for each part would be garbage faster than it is collected: a part is valid until the part after the next
 * one is asked for.
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

/** Small streams, which are the most, should not cost two whole parts. */
function enlarge(buffer: Buffer, partSizeBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(partSizeBytes, buffer.byteLength * 4));
  buffer.copy(larger);
  return larger;
}
