import { readC2pa } from '../c2pa/read-c2pa.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { summarizeC2pa } from './enrichment.ts';
import type { CommonEnrichment } from './enrichment.ts';

/** What is known of a file before it is looked at. */
interface OtherOptions extends EnrichOptions {
  readonly pdf?: PdfFile | undefined;
}

/**
 * Extracts what every file has, of audio, video and documents: nothing of them is decoded.
 * @param source path, or the whole content
 * @param mimeType of the file record, which was decided by the bytes when the file was stored
 */
export async function enrichOther(
  source: string | Uint8Array,
  mimeType: string,
  { sha256, trustList, pdf }: OtherOptions = {},
): Promise<CommonEnrichment> {
  const c2pa = await readC2pa(source, mimeType, { trustList, pdf });
  return {
    ...(sha256 === undefined ? {} : { sha256 }),
    detectedMimeType: mimeType,
    perceptualHash: null,
    c2pa: summarizeC2pa(c2pa),
  };
}
