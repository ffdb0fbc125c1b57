import { readFile } from 'node:fs/promises';
import { readHead } from '../sniff/read-head.ts';
import { undecodable } from '../limits/undecodable-error.ts';

/** Where an ISO media file states its major brand. */
const brandStart = 8;
const brandEnd = 12;

/** A file by its path, or the bytes of one. */
export type ImageSource = string | Uint8Array;

/**
 * Returns the source that sharp can open. It refuses the major brand `avis` of an animated AVIF, whose first frame is a still picture
 * like that of any other: a copy with the brand `avif` is opened instead.
 */
export async function findOpenable(path: string, mimeType: string): Promise<ImageSource> {
  if (mimeType !== 'image/avif') return path;
  const head = Buffer.from(await readHead(path, brandEnd));
  if (head.toString('latin1', brandStart, brandEnd) !== 'avis') return path;
  const bytes = await readFile(path);
  bytes.write('avif', brandStart, 'latin1');
  return bytes;
}

const endMarker = Buffer.from([0xff, 0xd9]);

/**
 * Decodes a picture. A JPEG that only lacks its end marker has all its pixels: it is decoded with the marker, and then no warning is
 * tolerated, which would tell of missing pixels.
 * @param decode opens the source with the usual tolerance, or with none
 * @throws UndecodableError
 */
export async function decodeWhole<T>(
  source: ImageSource,
  decode: (source: ImageSource, tolerance: 'usual' | 'none') => Promise<T>,
): Promise<T> {
  try {
    return await decode(source, 'usual');
  } catch (cause) {
    if (!/premature end of JPEG/i.test(String(cause))) throw undecodable(cause);
    const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source);
    for (const completed of listCompletions(bytes)) {
      const decoded = await decode(completed, 'none').catch(() => undefined);
      if (decoded !== undefined) return decoded;
    }
    throw undecodable(cause);
  }
}

/** Lists the file with an end marker, and the same without the zeros that recorders fill a block with. */
function* listCompletions(bytes: Buffer): Generator<Buffer> {
  yield Buffer.concat([bytes, endMarker]);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  if (end < bytes.length) yield Buffer.concat([bytes.subarray(0, end), endMarker]);
}
