import { readFile } from 'node:fs/promises';
import { openCompoundFile } from '../archive/compound-file.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import { summaryFacts } from '../doc/summary-facts.ts';
import type { DocumentFacts } from '../document/facts/document-facts.ts';

/**
 * Reads what is known of an Office document that does not open without its password ([MS-OFFCRYPTO] §2.3.2): that it is encrypted, and
 * its summary where its writer left that in the open.
 * @throws UndecodableError when the compound file holds no such document
 */
export async function readEncryptedDocx(path: string): Promise<DocumentFacts> {
  const file = openCompoundFile(await readFile(path));
  if (!file.names.includes('EncryptedPackage')) {
    throw new UndecodableError('the file could not be decoded: it holds no document');
  }
  return { isEncrypted: true, ...summaryFacts(file) };
}
