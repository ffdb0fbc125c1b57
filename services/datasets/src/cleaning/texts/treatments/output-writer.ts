import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFile, SourceFile } from '../../treatment.ts';

/** Writes an output file piece by piece, and hashes it meanwhile. Nothing is written before the first piece that differs from the source. */
export interface OutputWriter {
  /** Adds a piece that differs from the source. */
  add(content: Buffer, sourceBytes: number): Promise<void>;
  /** Adds bytes of the source as they are. */
  keep(sourceBytes: number): Promise<void>;
  /** Ends the file; undefined when no piece differs. */
  finish(): Promise<OutputFile | undefined>;
  /** Removes the file. */
  discard(): Promise<void>;
}

const outputName = 'output.txt';

export function createOutputWriter(source: Pick<SourceFile, 'path' | 'name' | 'outputFolder'>): OutputWriter {
  const path = join(source.outputFolder, outputName);
  const hash = createHash('sha256');
  let file: Awaited<ReturnType<typeof open>> | undefined;
  let position = 0;
  let sizeBytes = 0;
  const write = async (content: Buffer): Promise<void> => {
    await file?.writeFile(content);
    hash.update(content);
    sizeBytes += content.byteLength;
  };
  const copy = async (start: number, end: number): Promise<void> => {
    if (start === end) return;
    for await (const chunk of createReadStream(source.path, { start, end: end - 1 }))
      await write(chunk as Buffer);
  };
  const close = async (): Promise<void> => {
    await file?.close();
    file = undefined;
  };
  return {
    async add(content, sourceBytes) {
      if (file === undefined) {
        file = await open(path, 'w');
        await copy(0, position);
      }
      await write(content);
      position += sourceBytes;
    },
    async keep(sourceBytes) {
      if (file !== undefined) await copy(position, position + sourceBytes);
      position += sourceBytes;
    },
    async finish() {
      if (file === undefined) return undefined;
      await close();
      return { path, name: source.name, type: 'text/plain', sizeBytes, sha256: hash.digest('hex') };
    },
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}
