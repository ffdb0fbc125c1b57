import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { cleanText } from '../document/facts/clean-text.ts';
import { known, statedTimes } from '../document/facts/document-facts.ts';
import type { DocumentProperties } from '../document/facts/document-facts.ts';
import { parseIsoDate, parsePdfDate } from '../document/facts/stated-time.ts';

/** What a PDF says of its making: its information dictionary, and its XMP where that is silent. */
export async function readPdfProperties(document: PDFDocumentProxy): Promise<DocumentProperties> {
  // The metadata of a document without XMP are null, whatever the library's types say.
  const { info, metadata } = (await document.getMetadata()) as {
    readonly info: Readonly<Record<string, unknown>>;
    readonly metadata: { get(name: string): unknown } | null;
  };
  const text = (key: string, xmpName: string): string | undefined =>
    cleanText(info[key]) ?? cleanText(joined(metadata?.get(xmpName)));
  return {
    ...known({
      title: text('Title', 'dc:title'),
      author: text('Author', 'dc:creator'),
      creatorTool: text('Creator', 'xmp:creatortool'),
      producer: text('Producer', 'pdf:producer'),
    }),
    ...statedTimes(
      parsePdfDate(info['CreationDate']) ?? parseIsoDate(metadata?.get('xmp:createdate')),
      parsePdfDate(info['ModDate']) ?? parseIsoDate(metadata?.get('xmp:modifydate')),
    ),
  };
}

const joined = (value: unknown): unknown => (Array.isArray(value) ? value.join(', ') : value);
