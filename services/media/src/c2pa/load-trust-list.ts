import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { C2paTrustList } from './c2pa-report.ts';

/**
 * Reads the signers to trust from a PEM file of root and intermediate certificates, such as the official C2PA trust list;
 * undefined without a file, in which case no signer is trusted. The version is derived from the content, so that a
 * report tells which list it was judged by. Rejects when the file cannot be read or holds no certificate.
 */
export async function loadTrustList(file: string | undefined): Promise<C2paTrustList | undefined> {
  if (file === undefined) return undefined;
  const anchorsPem = await readFile(file, 'utf8');
  if (!anchorsPem.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`${file} holds no PEM certificate`);
  const version = `sha256:${createHash('sha256').update(anchorsPem).digest('hex').slice(0, 16)}`;
  return { version, anchorsPem };
}
