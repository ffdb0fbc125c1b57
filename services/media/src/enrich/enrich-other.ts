import { readC2pa } from '../c2pa/read-c2pa.ts';
import { readHead } from '../decode/read-image-header.ts';
import { UndecodableError } from '../decode/undecodable-error.ts';
import { categoryOf } from '../sniff/accepted-types.ts';
import { detectType } from '../sniff/detect-type.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { summarizeC2pa } from './enrichment.ts';
import type { CommonEnrichment } from './enrichment.ts';

/**
 * Extracts what every file has, of audio, video and documents: nothing of them is decoded, so a result says that the first
 * bytes are of an accepted type and what provenance is embedded, no more.
 * @param mimeType of the file record
 * @throws UndecodableError when the first bytes are of no accepted type
 */
export async function enrichOther(
  path: string,
  mimeType: string,
  options: EnrichOptions = {},
): Promise<CommonEnrichment> {
  const detected = await detectType(await readHead(path));
  const fits = detected?.alsoFits.includes(mimeType) === true && categoryOf(mimeType) !== undefined;
  if (detected === undefined || (detected.category === undefined && !fits)) {
    throw new UndecodableError('the file could not be decoded: its content is of no accepted type');
  }
  const c2pa = await readC2pa(
    path,
    mimeType,
    options.trustList === undefined ? {} : { trustList: options.trustList },
  );
  return {
    ...(options.sha256 === undefined ? {} : { sha256: options.sha256 }),
    detectedMimeType: fits ? mimeType : detected.mimeType,
    c2pa: summarizeC2pa(c2pa),
  };
}
