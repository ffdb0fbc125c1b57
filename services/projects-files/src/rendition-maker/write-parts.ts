import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FilePart } from '@assay/media/strip/file-part';

/** Writes the parts of a new file, in constant memory. */
export async function writeParts(
  path: string,
  parts: readonly FilePart[],
  outputPath: string,
): Promise<void> {
  await pipeline(Readable.from(readParts(path, parts)), createWriteStream(outputPath));
}

async function* readParts(path: string, parts: readonly FilePart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else if (part.length > 0) {
      const { offset: start, length } = part;
      yield* createReadStream(path, { start, end: start + length - 1 }) as AsyncIterable<Buffer>;
    }
  }
}
