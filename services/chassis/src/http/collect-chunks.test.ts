import { expect, it } from 'vitest';
import { noteChunk } from './collect-chunks.ts';

const mebibyte = 2 ** 20;

/** The most bytes that were held at any time of chunks that nobody needs any more. */
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

it('chunks of bodies are freed before there are many of them, without collecting the whole heap', () => {
  expect(passChunks(32, () => undefined)).toBeGreaterThan(20 * mebibyte);
  // What was passed on before in this process counts towards the first collection.
  passChunks(16, noteChunk);
  expect(passChunks(64, noteChunk)).toBeLessThan(17 * mebibyte);
});
