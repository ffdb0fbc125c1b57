import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';

/** A range of bytes that a hash leaves out. */
interface Exclusion {
  readonly start: number;
  readonly length: number;
}

/** The hash over a file that binds a manifest to it, and the ranges that it leaves out, such as the manifest (C2PA 2.2 §18.5). */
export interface C2paDataHash {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly digest: Buffer;
  /** In the order of their places. */
  readonly exclusions: readonly Exclusion[];
}

/** The part of the validator's crJSON that is read here; every field is treated as optional. */
interface CrJson {
  readonly manifests?: readonly {
    readonly label?: string;
    readonly assertions?: Assertions;
    readonly 'claim.v2'?: { readonly alg?: unknown };
    readonly claim?: { readonly alg?: unknown };
  }[];
}
type Assertions = Readonly<
  Record<string, Partial<Record<'alg' | 'hash' | 'exclusions' | 'merkle' | 'uris' | 'boxes', unknown>>>
>;

/** Returns true when the active manifest binds the media data in pieces, such as the fragments of a video (C2PA 2.2 §18.6.2.2). */
export function bindsPieces(crJson: string, activeLabel: string | undefined): boolean {
  return Object.entries(readAssertions(crJson, activeLabel)).some(
    ([label, { merkle }]) => label.startsWith('c2pa.hash.bmff') && Array.isArray(merkle) && merkle.length > 0,
  );
}

/** Returns the assertions of the active manifest by their labels, as the validator's crJSON has them. */
export function readAssertions(crJson: string, activeLabel: string | undefined): Assertions {
  return findManifest(crJson, activeLabel)?.assertions ?? {};
}

/** Returns the hash algorithm that the claim of the active manifest names for whatever names none of its own (C2PA 2.2 §13.1). */
export function readClaimAlgorithm(crJson: string, activeLabel: string | undefined): unknown {
  const manifest = findManifest(crJson, activeLabel);
  return (manifest?.['claim.v2'] ?? manifest?.claim)?.alg;
}

function findManifest(crJson: string, activeLabel: string | undefined) {
  const { manifests = [] } = JSON.parse(crJson) as CrJson;
  return manifests.find(({ label }) => label === activeLabel);
}

/**
 * Reads the data hash of the active manifest.
 * @param crJson of the validator
 * @returns null when there is none, or one with an algorithm that is not known
 */
export function readDataHash(crJson: string, activeLabel: string | undefined): C2paDataHash | null {
  const assertion = readAssertions(crJson, activeLabel)['c2pa.hash.data'];
  const algorithm = (['sha256', 'sha384', 'sha512'] as const).find((name) => name === assertion?.alg);
  const encoded = /^b64'([^']+)'$/.exec(String(assertion?.hash))?.[1];
  const listed = Array.isArray(assertion?.exclusions) ? (assertion.exclusions as readonly unknown[]) : [];
  const exclusions = listed.filter(isExclusion).toSorted((one, other) => one.start - other.start);
  if (algorithm === undefined || encoded === undefined || exclusions.length < listed.length) return null;
  return { algorithm, digest: Buffer.from(encoded, 'base64'), exclusions };
}

function isExclusion(value: unknown): value is Exclusion {
  if (typeof value !== 'object' || value === null) return false;
  const { start, length } = value as Partial<Record<keyof Exclusion, unknown>>;
  return Number.isSafeInteger(start) && Number.isSafeInteger(length) && Number(start) >= 0;
}

/** Returns the first of these lengths at which the file is what was signed; undefined when it is none of them. */
export function findSignedLength(
  content: Uint8Array,
  { algorithm, digest, exclusions }: C2paDataHash,
  lengths: readonly number[],
): number | undefined {
  const hash = createHash(algorithm);
  let at = 0;
  for (const length of [...new Set(lengths)].toSorted((one, other) => one - other)) {
    if (length < at || length > content.length) continue;
    hashUpTo(hash, content, { from: at, to: length, exclusions });
    at = length;
    if (hash.copy().digest().equals(digest)) return length;
  }
  return undefined;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly exclusions: readonly Exclusion[];
}

function hashUpTo(hash: Hash, content: Uint8Array, { from, to, exclusions }: Stretch): void {
  let at = from;
  for (const { start, length } of exclusions) {
    if (start > at) hash.update(content.subarray(at, Math.min(start, to)));
    at = Math.max(at, Math.min(start + length, to));
  }
  if (at < to) hash.update(content.subarray(at, to));
}

/**
 * Returns true when a manifest store is where the signed file had it: a JUMBF box (ISO/IEC 19566-5 §A) of the length that the hash
 * leaves out. A program that writes a file anew puts it elsewhere.
 */
export function isManifestInPlace(content: Uint8Array, { exclusions }: C2paDataHash): boolean {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return exclusions.some(
    ({ start, length }) =>
      start + 8 <= file.length &&
      file.readUInt32BE(start) === length &&
      file.toString('latin1', start + 4, start + 8) === 'jumb',
  );
}
