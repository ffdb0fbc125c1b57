import { partSizeBytes } from './resumable-upload.ts';

/** Buffers of the size of a part, used again and again: new ones become garbage faster than it is collected. */
export interface PartBuffers {
  /** So many bytes, which may be anything. */
  take(bytes: number): Buffer;
  /** Says that nobody uses a buffer any more that was taken. */
  giveBack(bytes: Buffer): void;
}

/** Kept while nobody uses them; all parts that arrive at once have one each. */
const maxFree = 4;
/** What is less is not worth a whole one. */
const leastBytes = 2 ** 20;

export function createPartBuffers(): PartBuffers {
  const free: ArrayBuffer[] = [];
  return {
    take(bytes) {
      if (bytes < leastBytes) return Buffer.allocUnsafeSlow(bytes);
      const whole = free.pop() ?? new ArrayBuffer(partSizeBytes);
      return Buffer.from(whole, 0, bytes);
    },
    giveBack({ buffer }) {
      const isOurs = buffer instanceof ArrayBuffer && buffer.byteLength === partSizeBytes;
      if (isOurs && free.length < maxFree && !free.includes(buffer)) free.push(buffer);
    },
  };
}
