import { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { mebibytes } from '@assay/chassis/units';

/** Bytes that are read where they are needed, so that no large archive is held in memory. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** So many bytes from an offset on; fewer where the source ends before. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** The bytes of an open file, which the caller closes. */
export async function bytesOfFile(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    async read(offset, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
}

const pieceBytes = mebibytes(1);

/** The same bytes in pieces. */
export async function* piecesOf(
  source: ByteSource,
  offset: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const end = Math.min(source.sizeBytes, offset + length);
  for (let at = offset; at < end; at += pieceBytes) {
    yield await source.read(at, Math.min(pieceBytes, end - at));
  }
}

/** Returns true if a source has these bytes at an offset. */
export async function hasBytes(source: ByteSource, offset: number, expected: Buffer): Promise<boolean> {
  return expected.equals(await source.read(offset, expected.length));
}
