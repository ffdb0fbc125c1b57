import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What an archive and a statement say of a part. */
export interface Digest {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly crc32: number;
}

export async function digestOf(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Digest> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let checksum = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    checksum = crc32(piece, checksum);
    sizeBytes += piece.length;
  }
  return { sizeBytes, sha256: hash.digest('hex'), crc32: checksum };
}
