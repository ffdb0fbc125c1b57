import { createHash } from 'node:crypto';

/** As much as a file is read at a time. */
const piece = Buffer.alloc(64 * 1_024, 'what a video may contain ');
/** An MP4 begins with its brand; nobody plays what follows. */
const start = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42', 'latin1')]);

/** A video of so many bytes, in pieces of 64 KiB. */
export function* videoBytes(size: number): Generator<Buffer> {
  yield start;
  for (let left = size - start.byteLength; left > 0; left -= piece.byteLength) yield piece.subarray(0, left);
}

/** Of the whole video, in lower-case hexadecimal. */
export function videoSha256(size: number): string {
  const hash = createHash('sha256');
  for (const bytes of videoBytes(size)) hash.update(bytes);
  return hash.digest('hex');
}
