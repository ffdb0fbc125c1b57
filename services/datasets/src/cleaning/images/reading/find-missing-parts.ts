import { readFile } from 'node:fs/promises';
import { readJpegParts } from '@assay/media/embedded/jpeg-parts';
import { readPromises } from '@assay/media/embedded/xmp-promises';
import type { PromisedKind } from '@assay/media/embedded/xmp-promises';
import { readHead } from '@assay/media/sniff/read-head';

/** Phones write their XMP among the first segments. */
const headBytes = 262_144;
const maxPacketBytes = 65_535;
const signature = 'http://ns.adobe.com/xap/1.0/\0';

/** Finds the parts that the XMP of a JPEG promises and the file does not have. Only a file that promises something is read to its end. */
export async function findMissingParts(path: string, mimeType: string): Promise<readonly PromisedKind[]> {
  if (mimeType !== 'image/jpeg') return [];
  const head = Buffer.from(await readHead(path, headBytes));
  const start = head.indexOf(signature);
  const packet = start < 0 ? '' : head.toString('latin1', start, start + maxPacketBytes);
  return readPromises(packet).kinds.size === 0 ? [] : readJpegParts(await readFile(path)).missing;
}
