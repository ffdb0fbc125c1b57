import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { OutputFile, SourceFile } from '../../treatment.ts';

/** Describes a file in the output folder that replaces the source under its name and type. */
export async function describeOutput({ name, type }: SourceFile, path: string): Promise<OutputFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { path, name, type, sizeBytes: size, sha256: hash.digest('hex') };
}
