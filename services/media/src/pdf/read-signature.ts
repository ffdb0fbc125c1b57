import { arrayIn, countIn, isDictionary, isString, nameIn } from './pdf-value.ts';
import type { PdfDictionary } from './pdf-value.ts';
import type { PdfRevision } from './read-revisions.ts';
import type { ScannedObject } from './scan-objects.ts';

/** A digital signature in a PDF (ISO 32000-2 §12.8), not verified. */
export interface PdfSignature {
  /** `usage_rights` is what lets a reader program edit the file, and nobody's signature. */
  readonly kind: 'signature' | 'timestamp' | 'usage_rights';
  /** What is signed: pairs of offset and length. */
  readonly byteRange: readonly number[];
  /** Index of the revision that wrote it. */
  readonly revision: number;
  /** Index of the revision whose every byte but the signature itself is signed; undefined when it is none. */
  readonly coveredRevision: number | undefined;
  /** The level of changes that a certification permits: 1 nothing, 2 filled forms and signatures, 3 annotations too; undefined for approvals. */
  readonly permission: number | undefined;
  /** False when a later revision took it out. */
  readonly isCurrent: boolean;
}

/** The signature that an object is or directly holds; undefined when there is none. */
export function readSignature(
  { dictionary, revision, isCurrent }: ScannedObject,
  revisions: readonly PdfRevision[],
): PdfSignature | undefined {
  const held = dictionary.entries.get('V');
  const signature = [dictionary, held].filter(isDictionary).find(isSignature);
  if (signature === undefined) return undefined;
  const byteRange = arrayIn(signature, 'ByteRange').map(Number);
  return {
    kind: kindOf(signature),
    byteRange,
    revision,
    coveredRevision: covered(byteRange, revisions),
    permission: readPermission(signature),
    isCurrent,
  };
}

function isSignature(dictionary: PdfDictionary): boolean {
  return arrayIn(dictionary, 'ByteRange').length > 0 && isString(dictionary.entries.get('Contents'));
}

function kindOf(signature: PdfDictionary): PdfSignature['kind'] {
  const methods = arrayIn(signature, 'Reference')
    .filter(isDictionary)
    .map((reference) => nameIn(reference, 'TransformMethod') ?? '');
  if (methods.some((method) => method.startsWith('UR'))) return 'usage_rights';
  return nameIn(signature, 'Type') === 'DocTimeStamp' ? 'timestamp' : 'signature';
}

/** The level of a DocMDP transform (ISO 32000-2 table 257). */
function readPermission(signature: PdfDictionary): number | undefined {
  const certifying = arrayIn(signature, 'Reference')
    .filter(isDictionary)
    .find((reference) => nameIn(reference, 'TransformMethod') === 'DocMDP');
  const parameters = certifying?.entries.get('TransformParams');
  if (certifying === undefined) return undefined;
  return isDictionary(parameters) ? (countIn(parameters, 'P') ?? 2) : 2;
}

/** What is signed begins with the file, leaves out one gap, and ends where a revision does, give or take the end of its last line. */
function covered(byteRange: readonly number[], revisions: readonly PdfRevision[]): number | undefined {
  const [start, firstLength = 0, second = 0, secondLength = 0] = byteRange;
  if (byteRange.length !== 4 || start !== 0 || second <= firstLength) return undefined;
  const end = second + secondLength;
  const index = revisions.findIndex((revision) => Math.abs(revision.end - end) <= 2);
  return index === -1 ? undefined : index;
}
