import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { noteChunk } from '../http/collect-chunks.ts';
import { streamParts } from './stream-parts.ts';

/** Each write is a turn of the thread pool, and what a socket gives at once is a quarter of this. */
const writtenBytes = 256 * 1_024;

/** Writes a stream to a file; leaves no partial one. */
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
