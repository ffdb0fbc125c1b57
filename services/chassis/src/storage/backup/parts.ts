import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BackupTarget } from './backup-target.ts';

/** A file of a backup as it was written. */
export interface Part {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Thrown when a file in the target differs from the file that was written. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/** Compresses and writes a file chunk by chunk. */
export async function writePart(
  target: BackupTarget,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Part> {
  const measured = createMeasure();
  await pipeline(Readable.from(content), createGzip(), measured.pass, (chunks: AsyncIterable<Buffer>) =>
    target.write(path, chunks),
  );
  return { path, ...measured.facts() };
}

/** Passes the decompressed content to `consume`. Rejects with DamagedBackupError when the file was changed. */
export async function readPart(
  target: BackupTarget,
  part: Part,
  consume: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  await pipeline(Readable.from(checkedBytes(target, part)), createGunzip(), consume);
}

/** Rejects with DamagedBackupError when the file is missing or was changed. */
export async function checkPart(target: BackupTarget, part: Part): Promise<void> {
  const bytes = checkedBytes(target, part);
  while ((await bytes.next()).done !== true);
}

/**
 * Reads the stored bytes through `measured`. At the end throws DamagedBackupError when their hash differs from
 * `sha256`, if that is set.
 */
export async function* checkedBytes(
  target: BackupTarget,
  { path, sha256 }: Pick<Part, 'path'> & Partial<Part>,
  measured = createMeasure(),
): AsyncGenerator<Buffer> {
  const source = await target.read(path);
  if (source === undefined) throw new DamagedBackupError(`${path} is missing`);
  yield* measured.pass(source);
  const found = measured.facts();
  if (sha256 !== undefined && found.sha256 !== sha256)
    throw new DamagedBackupError(`${path} is damaged: its SHA-256 is ${found.sha256}, not ${sha256}`);
}

/** Creates a pass-through that computes size and SHA-256 of the bytes. */
export function createMeasure() {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let sha256: string | undefined;
  const pass = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
  };
  return { pass, facts: () => ({ sizeBytes, sha256: (sha256 ??= hash.digest('hex')) }) };
}

export async function writeJson(target: BackupTarget, path: string, value: unknown): Promise<void> {
  await target.write(path, Readable.from([Buffer.from(JSON.stringify(value, null, 2))]));
}

/** Reads a JSON file. Resolves to undefined when it does not exist. Dates remain strings. */
export async function readJson<T>(target: BackupTarget, path: string): Promise<T | undefined> {
  const source = await target.read(path);
  return source && (JSON.parse((await buffer(source)).toString()) as T);
}
