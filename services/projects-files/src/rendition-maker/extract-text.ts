import { readFile } from 'node:fs/promises';
import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { readDocumentText } from '@assay/media/document/read-document-text';
import { toUtf8 } from '@assay/media/text/to-utf8';

const limits = { maxLength: 5_000_000, maxMs: 20_000 };

/**
 * Returns the text of a Word document as a reader sees it, or a text file in UTF-8.
 * @throws UndecodableError
 */
export async function extractText(path: string, mimeType: string): Promise<Uint8Array> {
  if (mimeType === 'text/plain') {
    const text = toUtf8(await readFile(path));
    if (text === undefined) throw new UndecodableError('the encoding of the text is not known');
    return text.content;
  }
  const content = await readDocumentText(path, mimeType, limits);
  if (content.state === 'encrypted') throw new UndecodableError('the document is encrypted');
  if (content.state === 'incomplete') throw new UndecodableError('the document is too long');
  return Buffer.from(content.text);
}
