import { readC2pa } from '../c2pa/read-c2pa.ts';
import { readHead } from '../decode/read-image-header.ts';
import { UndecodableError } from '../decode/undecodable-error.ts';
import { categoryOf } from '../sniff/accepted-types.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { detectType, recommendedHeadBytes } from '../sniff/detect-type.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { summarizeC2pa } from './enrichment.ts';
import type { CommonEnrichment } from './enrichment.ts';

/** What is known of a file before it is looked at. */
interface OtherOptions extends EnrichOptions {
  readonly pdf?: PdfFile | undefined;
}

/**
 * Extracts what every file has, of audio, video and documents: nothing of them is decoded, so a result says that the first
 * bytes are of an accepted type and what provenance is embedded, no more.
 * @param source path, or the whole content
 * @param mimeType of the file record
 * @throws UndecodableError when the first bytes are of no accepted type
 */
export async function enrichOther(
  source: string | Uint8Array,
  mimeType: string,
  { sha256, trustList, pdf }: OtherOptions = {},
): Promise<CommonEnrichment> {
  const head = typeof source === 'string' ? await readHead(source) : source.subarray(0, recommendedHeadBytes);
  const detected = await detectType(head);
  const fits = detected?.alsoFits.includes(mimeType) === true && categoryOf(mimeType) !== undefined;
  if (detected === undefined || (detected.category === undefined && !fits)) {
    throw new UndecodableError('the file could not be decoded: its content is of no accepted type');
  }
  const c2pa = await readC2pa(source, mimeType, { trustList, pdf });
  return {
    ...(sha256 === undefined ? {} : { sha256 }),
    detectedMimeType: fits ? mimeType : detected.mimeType,
    perceptualHash: null,
    c2pa: summarizeC2pa(c2pa),
  };
}
