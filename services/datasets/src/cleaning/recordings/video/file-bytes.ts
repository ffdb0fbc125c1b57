import type { FileHandle } from 'node:fs/promises';

/** Reads up to `length` bytes; fewer at the end of the file. */
export async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Padding that is longer counts as content. */
export const maxPaddingBytes = 2 ** 20;

/** Returns true if the stretch of a file has only zeros. */
export async function isZero(file: FileHandle, start: number, end: number): Promise<boolean> {
  if (end - start > maxPaddingBytes) return false;
  const bytes = await readBytes(file, start, end - start);
  return bytes.every((byte) => byte === 0);
}
