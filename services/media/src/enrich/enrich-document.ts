import { readFile } from 'node:fs/promises';
import { UndecodableError } from '../limits/undecodable-error.ts';
import { readDoc } from '../doc/read-doc.ts';
import type { DocumentFacts } from '../document/facts/document-facts.ts';
import { readDocx } from '../docx/read-docx.ts';
import { openPdfFile } from '../pdf/pdf-file.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import type { EnrichOptions } from './enrich-image.ts';
import { enrichOther } from './enrich-other.ts';
import type { DocumentEnrichment } from './enrichment.ts';

const readers: Readonly<Record<string, (path: string) => Promise<DocumentFacts>>> = {
  'application/msword': readDoc,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readDocx,
};

/**
 * Extracts what a PDF or a Word document says of itself and its making. Its text is read, nothing is drawn or run.
 * @throws UndecodableError
 */
export async function enrichDocument(
  path: string,
  mimeType: string,
  options: EnrichOptions = {},
): Promise<DocumentEnrichment> {
  if (mimeType === 'application/pdf') return enrichPdf(path, mimeType, options);
  const common = await enrichOther(path, mimeType, options);
  const read = readers[mimeType];
  if (read === undefined) throw new UndecodableError('the file could not be decoded: it is no document');
  return { ...common, ...(await read(path)) };
}

/** A PDF is read into memory, and its structure walked, once for what it says of its provenance and of its making. */
async function enrichPdf(
  path: string,
  mimeType: string,
  options: EnrichOptions,
): Promise<DocumentEnrichment> {
  const content = await readFile(path);
  const pdf = openPdfFile(content);
  const common = await enrichOther(content, mimeType, { ...options, pdf });
  const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  return { ...common, ...(await readPdf(bytes, pdf)) };
}
