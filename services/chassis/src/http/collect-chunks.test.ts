import { expect, it } from 'vitest';
import { noteChunk } from './collect-chunks.ts';

const mebibyte = 2 ** 20;

/** Chunks that nobody needs any more, in bytes. */
function passChunks(count: number, passed: (bytes: number) => void): number {
  const before = process.memoryUsage().arrayBuffers;
  for (let chunk = 0; chunk < count; chunk += 1) passed(Buffer.allocUnsafeSlow(mebibyte).byteLength);
  return process.memoryUsage().arrayBuffers - before;
}

it('chunks of bodies are freed before there are many of them, without collecting the whole heap', () => {
  expect(passChunks(16, () => undefined)).toBeGreaterThan(8 * mebibyte);
  expect(passChunks(64, noteChunk)).toBeLessThan(4 * mebibyte);
});
