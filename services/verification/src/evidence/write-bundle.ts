import { writeZip } from './canonical-zip.ts';
import type { ZipPart } from './canonical-zip.ts';
import type { Digest } from './digest.ts';
import { digestOf } from './digest.ts';
import { sealEnvelope } from './envelope.ts';
import type { Signer } from './signing-keys.ts';
import { encodeStatement, statementPart } from './statement.ts';
import type { StatementAbout } from './statement.ts';

/** A part whose bytes are known, and can be read once more. */
export interface BundlePart {
  readonly name: string;
  readonly mimeType: string;
  readonly digest: Digest;
  readonly read: ZipPart['read'];
}

/** The bytes of a bundle: the same parts and key give the same bytes. */
export async function* writeBundle(
  about: StatementAbout,
  parts: readonly BundlePart[],
  signer: Signer,
): AsyncGenerator<Uint8Array> {
  const ordered = parts.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const stated = ordered.map(({ name, mimeType, digest: { sizeBytes, sha256 } }) => ({
    name,
    mimeType,
    sizeBytes,
    sha256,
  }));
  const envelope = sealEnvelope(encodeStatement({ about, parts: stated }), signer);
  const statement = { name: statementPart, ...(await digestOf([envelope])), read: () => [envelope] };
  yield* writeZip([statement, ...ordered.map(({ name, digest, read }) => ({ name, ...digest, read }))]);
}
