import { createHash } from 'node:crypto';
import { readAssertions } from './data-hash.ts';

/** The hashes of the parts of a ZIP archive that bind a manifest to it (C2PA 2.2 §18.8): of local header and data, by name. */
export interface C2paPartHashes {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  /** In base64. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Reads the hashes of the active manifest from the validator's crJSON; null when there are none that are known. */
export function readPartHashes(crJson: string, activeLabel: string | undefined): C2paPartHashes | null {
  const { alg, uris } = readAssertions(crJson, activeLabel)['c2pa.hash.collection.data'] ?? {};
  const algorithm = (['sha256', 'sha384', 'sha512'] as const).find((name) => name === alg);
  if (algorithm === undefined || typeof uris !== 'object' || uris === null) return null;
  const digests = Object.entries(uris as Readonly<Record<string, { readonly hash?: unknown }>>).map(
    ([name, { hash }]) => [name, /^b64'([^']+)'$/.exec(String(hash))?.[1] ?? ''] as const,
  );
  return digests.length === 0 ? null : { algorithm, digests: Object.fromEntries(digests) };
}

/** Lists the signed parts whose bytes are not those that were signed, or that are missing. */
export function listChangedParts(content: Uint8Array, { algorithm, digests }: C2paPartHashes): string[] {
  const parts = readParts(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return Object.entries(digests)
    .filter(([name, digest]) => {
      const part = parts.get(name);
      return part === undefined || createHash(algorithm).update(part).digest('base64') !== digest;
    })
    .map(([name]) => name);
}

const maxParts = 10_000;
const endSignature = Buffer.from('PK\x05\x06', 'latin1');

/** The local header and the data of each part (APPNOTE 6.3.10 §4.3.7, §4.3.12); of a damaged archive those before the damage. */
function readParts(zip: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const end = zip.lastIndexOf(endSignature);
  let at = end === -1 || end + 20 > zip.length ? zip.length : zip.readUInt32LE(end + 16);
  while (at + 46 <= zip.length && zip.readUInt32LE(at) === 0x02014b50 && parts.size < maxParts) {
    const nameLength = zip.readUInt16LE(at + 28);
    const start = zip.readUInt32LE(at + 42);
    if (start + 30 > zip.length) break;
    const dataAt = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    parts.set(name, zip.subarray(start, dataAt + zip.readUInt32LE(at + 20)));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}
