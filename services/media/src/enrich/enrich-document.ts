import { readPdf } from '../pdf/read-pdf.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { enrichOther } from './enrich-other.ts';
import type { DocumentEnrichment } from './enrichment.ts';

/**
 * Extracts what a PDF or a Word document says of itself and its making. Its text is read, nothing is drawn or run.
 * @throws UndecodableError
 */
export async function enrichDocument(
  path: string,
  mimeType: string,
  options: EnrichOptions = {},
): Promise<DocumentEnrichment> {
  const common = await enrichOther(path, mimeType, options);
  return { ...common, ...(await readPdf(path)) };
}
