import { crc32 } from 'node:zlib';
import { UndecodableError } from '../limits/undecodable-error.ts';
import { byteView, latin1 } from '../bytes/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import { createPartList } from './file-part.ts';
import type { FilePart } from './file-part.ts';
import { buildOrientationTiff, readRotation } from './orientation-exif.ts';

/** Chunks that pixels, colours, transparency, resolution and animation need (PNG 3rd edition §5.6 and §11). */
const keptChunks = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
]);
const signature = '\x89PNG\r\n\x1a\n';
/** Length, name and checksum. */
const frameBytes = 12;

interface Chunk extends ByteRange {
  readonly name: string;
}

/** Strips a PNG, animated or not. */
export function stripPng(bytes: Uint8Array): readonly FilePart[] {
  const list = createPartList();
  list.add({ offset: 0, length: signature.length });
  for (const chunk of listChunks(bytes)) {
    const kept = keepChunk(bytes, chunk);
    if (kept !== undefined) list.add(kept);
  }
  return list.parts;
}

function keepChunk(bytes: Uint8Array, chunk: Chunk): FilePart | undefined {
  if (chunk.name === 'eXIf') return keepOrientation(bytes, chunk);
  return keptChunks.has(chunk.name) ? chunk : undefined;
}

/** Lists the chunks up to the end of the image. */
function listChunks(bytes: Uint8Array): readonly Chunk[] {
  const view = byteView(bytes);
  const chunks: Chunk[] = [];
  let at = view.startsWith(signature) ? signature.length : view.length;
  while (chunks.at(-1)?.name !== 'IEND') {
    const length = view.u32(at);
    const name = view.slice(at + 4, 4);
    if (length === null || name === null || view.slice(at, frameBytes + length) === null) {
      throw new UndecodableError('the chunks of the PNG file cannot be followed to its end');
    }
    chunks.push({ name: latin1(name), offset: at, length: frameBytes + length });
    at += frameBytes + length;
  }
  return chunks;
}

function keepOrientation(bytes: Uint8Array, chunk: Chunk): FilePart | undefined {
  const orientation = readRotation(bytes, { offset: chunk.offset + 8, length: chunk.length - frameBytes });
  if (orientation === undefined) return undefined;
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), buildOrientationTiff(orientation)]);
  const built = Buffer.alloc(body.length + 8);
  built.writeUInt32BE(body.length - 4, 0);
  body.copy(built, 4);
  built.writeUInt32BE(crc32(body), built.length - 4);
  return built.equals(bytes.subarray(chunk.offset, chunk.offset + chunk.length)) ? chunk : built;
}
