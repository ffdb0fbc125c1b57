// Before @peculiar/x509, which needs it.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import type { webcrypto } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
const validDays = 365;
const renewDays = 30;

/** The files of the certificate of receivers on this machine, all in PEM. */
export interface ReceiverFiles {
  /** The authority, which no system trusts and whose private key is not kept. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/**
 * Creates an authority and a certificate for 127.0.0.1, unless the folder has them and they are valid for 30 days more. The key is
 * readable by its owner only.
 */
export async function provideReceiverCertificate(folder: string, now = new Date()): Promise<ReceiverFiles> {
  const files: ReceiverFiles = {
    authority: join(folder, 'authority.pem'),
    certificate: join(folder, 'receiver.pem'),
    key: join(folder, 'receiver-key.pem'),
  };
  if (await isUsable(files, now)) return files;
  const created = await createCertificates(now);
  await mkdir(folder, { recursive: true });
  await replaceFile(files.key, created.key, 0o600);
  await replaceFile(files.certificate, created.certificate, 0o644);
  await replaceFile(files.authority, created.authority, 0o644);
  return files;
}

/** Returns true if the files belong together and are valid long enough. */
async function isUsable({ authority, certificate, key }: ReceiverFiles, now: Date): Promise<boolean> {
  try {
    const [issuer, own] = [await readFile(authority), await readFile(certificate)].map(
      (pem) => new X509Certificate(pem),
    );
    await readFile(key);
    if (issuer === undefined || own?.verify(issuer.publicKey) !== true) return false;
    return own.validToDate.getTime() - now.getTime() > renewDays * dayMs;
  } catch {
    return false;
  }
}

async function createCertificates(now: Date): Promise<Record<'authority' | 'certificate' | 'key', string>> {
  const validity = {
    // A little earlier, for clocks that are behind.
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + validDays * dayMs),
  };
  const [authorityKeys, keys] = await Promise.all([generateKeys(), generateKeys()]);
  const name = 'CN=Assay example receivers (local)';
  const authority = await X509CertificateGenerator.createSelfSigned({
    name,
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    ...validity,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=127.0.0.1',
    issuer: name,
    signingAlgorithm: algorithm,
    ...validity,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    authority: withNewline(authority.toString('pem')),
    certificate: withNewline(certificate.toString('pem')),
    key: withNewline(PemConverter.encode(key, 'PRIVATE KEY')),
  };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

const withNewline = (pem: string): string => `${pem.trimEnd()}\n`;

async function replaceFile(file: string, content: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, content, { mode });
  await rename(`${file}.new`, file);
}
