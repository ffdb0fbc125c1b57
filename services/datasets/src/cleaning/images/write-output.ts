import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePart } from '@assay/media/strip/file-part';
import type { OutputFile, SourceFile } from '../treatment.ts';

const chunkBytes = 1 << 20;

/** Writes the parts of a new file into the output folder, in constant memory. Name and type stay. */
export async function writeOutput(file: SourceFile, parts: readonly FilePart[]): Promise<OutputFile> {
  const path = join(file.outputFolder, 'image');
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const source = await open(file.path);
  const output = await open(path, 'w').catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  try {
    for (const part of parts) {
      for await (const chunk of readPart(source, part)) {
        hash.update(chunk);
        await output.writeFile(chunk);
        sizeBytes += chunk.length;
      }
    }
  } finally {
    await Promise.all([source.close(), output.close()]);
  }
  return { path, name: file.name, type: file.type, sizeBytes, sha256: hash.digest('hex') };
}

async function* readPart(source: FileHandle, part: FilePart): AsyncGenerator<Uint8Array> {
  if (part instanceof Uint8Array) {
    yield part;
    return;
  }
  const end = part.offset + part.length;
  for (let at = part.offset; at < end;) {
    const buffer = Buffer.alloc(Math.min(chunkBytes, end - at));
    const { bytesRead } = await source.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new RangeError('the source is shorter than the parts that were planned');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
