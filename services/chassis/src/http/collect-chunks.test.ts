import { expect, it } from 'vitest';
import { noteChunk } from './collect-chunks.ts';

const mebibyte = 2 ** 20;

/** Passes chunks and returns the maximum number of bytes in chunks that were not collected yet. */
function passChunks(count: number, passed: (bytes: number) => void): number {
  const held = (): number => process.memoryUsage().arrayBuffers;
  const before = held();
  let most = 0;
  for (let chunk = 0; chunk < count; chunk += 1) {
    passed(Buffer.allocUnsafeSlow(mebibyte).byteLength);
    most = Math.max(most, held() - before);
  }
  return most;
}

it('chunks of bodies are freed early, without collecting the whole heap', () => {
  expect(passChunks(32, () => undefined)).toBeGreaterThan(20 * mebibyte);
  // Chunks that this process forwarded before count towards the first collection.
  passChunks(16, noteChunk);
  expect(passChunks(64, noteChunk)).toBeLessThan(17 * mebibyte);
});
