import { UndecodableError } from '../limits/undecodable-error.ts';
import { byteView, latin1 } from '../bytes/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

/** A chunk with its header and its padding. */
export interface WebpChunk extends ByteRange {
  readonly name: string;
  /** Content without header and padding. */
  readonly body: ByteRange;
}

const riffHeaderBytes = 12;
const chunkHeaderBytes = 8;
const frameHeaderBytes = 16;
const maxChunks = 100_000;

/**
 * Lists the chunks of a WebP file (RFC 9649) up to the end that its RIFF header states.
 * @throws UndecodableError
 */
export function listWebpChunks(bytes: Uint8Array): readonly WebpChunk[] {
  const view = byteView(bytes);
  const size = view.u32(4, true);
  if (!view.startsWith('RIFF') || !view.startsWith('WEBP', 8) || size === null) throw broken();
  return listChunks(bytes, { offset: riffHeaderBytes, length: size + chunkHeaderBytes - riffHeaderBytes });
}

/** Lists the chunks within a frame of an animation, which follow its 16 bytes of position and size. */
export function listFrameChunks(bytes: Uint8Array, { body }: WebpChunk): readonly WebpChunk[] {
  return listChunks(bytes, {
    offset: body.offset + frameHeaderBytes,
    length: body.length - frameHeaderBytes,
  });
}

function listChunks(bytes: Uint8Array, { offset, length }: ByteRange): readonly WebpChunk[] {
  const view = byteView(bytes, 0, Math.min(bytes.length, offset + length));
  const chunks: WebpChunk[] = [];
  for (let at = offset; at + chunkHeaderBytes <= view.length;) {
    const name = view.slice(at, 4);
    const size = view.u32(at + 4, true);
    const start = at + chunkHeaderBytes;
    if (name === null || size === null || start + size > view.length) throw broken();
    if (chunks.length >= maxChunks) throw broken();
    // Some writers leave out the padding of the last chunk.
    const end = Math.min(view.length, start + size + (size % 2));
    chunks.push({ name: latin1(name), offset: at, length: end - at, body: { offset: start, length: size } });
    at = end;
  }
  return chunks;
}

function broken(): UndecodableError {
  return new UndecodableError('the chunks of the WebP file cannot be followed to its end');
}
