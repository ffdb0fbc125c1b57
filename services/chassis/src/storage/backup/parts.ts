import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { BackupTarget } from './backup-target.ts';

/** A file of a backup, as it lies there. */
export interface Part {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** What lies in the target is not what was written there. */
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

/** Hands over what was compressed; rejects with DamagedBackupError when the file is not what was written. */
export async function readPart(
  target: BackupTarget,
  part: Part,
  consume: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  await pipeline(Readable.from(checkedBytes(target, part)), createGunzip(), consume);
}

/** Rejects with DamagedBackupError when the file is missing or is not what was written. */
export async function checkPart(target: BackupTarget, part: Part): Promise<void> {
  const bytes = checkedBytes(target, part);
  while ((await bytes.next()).done !== true);
}

/**
 * The bytes as they lie there, which `measured` sees; then throws DamagedBackupError when they are not what was written, as far as
 * it is known what that was.
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

/** Lets bytes pass, and says afterwards what they were. */
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

/** Undefined: there is no such file. Dates are strings in it. */
export async function readJson<T>(target: BackupTarget, path: string): Promise<T | undefined> {
  const source = await target.read(path);
  return source && (JSON.parse((await buffer(source)).toString()) as T);
}
