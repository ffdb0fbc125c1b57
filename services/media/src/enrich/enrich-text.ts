import { readTextFile } from '../text/read-text-file.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { enrichOther } from './enrich-other.ts';
import type { TextEnrichment } from './enrichment.ts';

/**
 * Counts a plain text file and names its encoding and language. It is read to its end, in constant memory.
 * @throws UndecodableError
 */
export async function enrichText(
  path: string,
  mimeType: string,
  options: EnrichOptions = {},
): Promise<TextEnrichment> {
  return { ...(await enrichOther(path, mimeType, options)), ...(await readTextFile(path)) };
}
