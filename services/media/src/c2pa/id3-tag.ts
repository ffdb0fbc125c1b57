import type { FileHandle } from 'node:fs/promises';
import { readSyncSafe } from '../bytes/sync-safe.ts';

/** Reads `length` bytes at `offset`, fewer at the end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

const tagHeaderBytes = 10;
const maxFrames = 10_000;

/**
 * Whether the frames of an ID3v2.3 or 2.4 tag follow each other up to padding or the end of the tag (id3.org, ID3v2.3 §3.3 and
 * ID3v2.4 §4). The validator allocates what a frame states before it reads it, which a damaged tag turns into gigabytes. True
 * when there is no such tag.
 */
export async function isId3Sound(readAt: ReadAt): Promise<boolean> {
  const header = await readAt(0, tagHeaderBytes);
  const version = header[3] ?? 0;
  if (header.toString('latin1', 0, 3) !== 'ID3' || header.length < tagHeaderBytes || version < 3) return true;
  const end = tagHeaderBytes + readSyncSafe(header, 6);
  let at = tagHeaderBytes;
  for (let frames = 0; at + 10 <= end && frames < maxFrames; frames += 1) {
    const frame = await readAt(at, 10);
    if (frame.length < 10 || frame[0] === 0) return true;
    if (!/^[A-Z0-9]{4}$/.test(frame.toString('latin1', 0, 4))) return false;
    at += 10 + (version === 3 ? frame.readUInt32BE(4) : readSyncSafe(frame, 4));
    if (at > end) return false;
  }
  return true;
}

export function readerOf(source: FileHandle | Uint8Array): ReadAt {
  return async (offset, length) => {
    if (source instanceof Uint8Array) return Buffer.from(source.subarray(offset, offset + length));
    const { buffer, bytesRead } = await source.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}
