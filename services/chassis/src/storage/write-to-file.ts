import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { noteChunk } from '../http/collect-chunks.ts';

/** Each write occupies a thread of the pool, and a chunk of a socket has at most a quarter of this size. */
const writtenBytes = 256 * 1_024;

/** Writes a stream to a file. Leaves no partial file. */
export async function writeToFile(source: Readable, filePath: string): Promise<void> {
  try {
    const file = await open(filePath, 'w');
    try {
      await writeChunks(file, source);
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(filePath, { force: true });
    throw error;
  }
}

/** Writes several chunks at once, without copying them into one buffer. */
async function writeChunks(file: FileHandle, source: AsyncIterable<Buffer>): Promise<void> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const { bytesWritten } = await file.writev(chunks);
    if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
    noteChunk(bytes);
    [chunks, bytes] = [[], 0];
  };
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= writtenBytes) await flush();
  }
  if (bytes > 0) await flush();
}
