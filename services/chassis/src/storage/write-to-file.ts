import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { noteChunk } from '../http/collect-chunks.ts';
import { streamParts } from './stream-parts.ts';

/** Each write occupies a thread of the pool, and a chunk of a socket has at most a quarter of this size. */
const writtenBytes = 256 * 1_024;

/** Writes a stream to a file. Leaves no partial file. */
export async function writeToFile(source: Readable, filePath: string): Promise<void> {
  try {
    const file = await open(filePath, 'w');
    try {
      for await (const part of streamParts(source, writtenBytes)) {
        noteChunk(part.byteLength);
        await file.writeFile(part);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(filePath, { force: true });
    throw error;
  }
}
