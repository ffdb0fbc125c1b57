import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import { readWebpMetadata } from '../bytes/webp-chunks.ts';
import { createPartList, joinParts, measureParts } from './file-part.ts';
import type { FilePart } from './file-part.ts';
import { listFrameChunks, listWebpChunks } from './list-webp-chunks.ts';
import type { WebpChunk } from './list-webp-chunks.ts';
import { buildOrientationTiff, readRotation } from './orientation-exif.ts';

const keptChunks = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
const exifFlag = 0x08;
const xmpFlag = 0x04;
const riffHeader: ByteRange = { offset: 0, length: 12 };

/** Strips a WebP file, animated or not. */
export function stripWebp(bytes: Uint8Array): readonly FilePart[] {
  const chunks = listWebpChunks(bytes);
  const orientation = readRotation(bytes, readWebpMetadata(bytes).exif);
  const isExtended = chunks[0]?.name === 'VP8X';
  // A file without VP8X cannot announce EXIF data, so decoders read none.
  const exif =
    isExtended && orientation !== undefined
      ? buildChunk('EXIF', buildOrientationTiff(orientation))
      : undefined;
  const kept = chunks
    .filter(({ name }) => keptChunks.has(name))
    .map((chunk) => keepChunk(bytes, chunk, exif !== undefined));
  const content = exif === undefined ? kept : [...kept, findEqual(bytes, chunks, exif) ?? exif];
  const list = createPartList();
  for (const part of [renewHeader(bytes, measureParts(content)), ...content]) list.add(part);
  return list.parts;
}

function keepChunk(bytes: Uint8Array, chunk: WebpChunk, hasExif: boolean): FilePart {
  if (chunk.name === 'VP8X') return renewFlags(bytes, chunk, hasExif);
  return chunk.name === 'ANMF' ? stripFrame(bytes, chunk) : chunk;
}

function renewFlags(bytes: Uint8Array, chunk: WebpChunk, hasExif: boolean): FilePart {
  const flags = bytes[chunk.body.offset] ?? 0;
  const renewed = (flags & ~(exifFlag | xmpFlag)) | (hasExif ? exifFlag : 0);
  if (renewed === flags) return chunk;
  const copy = Buffer.from(bytes.subarray(chunk.offset, chunk.offset + chunk.length));
  copy[chunk.body.offset - chunk.offset] = renewed;
  return copy;
}

function stripFrame(bytes: Uint8Array, chunk: WebpChunk): FilePart {
  const inner = listFrameChunks(bytes, chunk);
  const kept = inner.filter(({ name }) => keptChunks.has(name));
  if (kept.length === inner.length) return chunk;
  const header = { offset: chunk.body.offset, length: 16 };
  return buildChunk('ANMF', joinParts(bytes, [header, ...kept]));
}

function buildChunk(name: string, body: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + body.length + (body.length % 2));
  chunk.write(name, 'latin1');
  chunk.writeUInt32LE(body.length, 4);
  chunk.set(body, 8);
  return chunk;
}

function findEqual(bytes: Uint8Array, chunks: readonly WebpChunk[], built: Buffer): ByteRange | undefined {
  return chunks.find(({ offset, length }) => built.equals(bytes.subarray(offset, offset + length)));
}

function renewHeader(bytes: Uint8Array, contentBytes: number): FilePart {
  const header = Buffer.from(bytes.subarray(0, riffHeader.length));
  header.writeUInt32LE(contentBytes + 4, 4);
  return header.equals(bytes.subarray(0, riffHeader.length)) ? riffHeader : header;
}
