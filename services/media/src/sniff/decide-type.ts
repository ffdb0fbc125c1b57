import { allAcceptedTypes, categoryOf } from './accepted-types.ts';
import type { MediaCategory } from './accepted-types.ts';
import { canonicalType } from './canonical-type.ts';
import type { DetectedType, LateProof } from './detected-type.ts';

/** The type a file is stored with, or why it is not accepted (HTTP 415). */
export type TypeDecision =
  | {
      readonly accepted: true;
      readonly mimeType: string;
      readonly category: MediaCategory;
      /** True when the declared type was replaced by the detected one. */
      readonly corrected: boolean;
      /** Bytes that must occur in the file; otherwise it is not accepted after all. */
      readonly proof?: Uint8Array | undefined;
    }
  | {
      readonly accepted: false;
      readonly declaredMimeType: string | null;
      readonly detectedMimeType: string | null;
      readonly allowedMimeTypes: readonly string[];
    };

const word = 'application/msword';
const undeclared = ['', 'application/octet-stream', 'binary/octet-stream'];

/**
 * Decides the type of an upload: the bytes decide. A missing, generic or wrong declaration of the same category is
 * corrected; a declaration of another category, or content that is not accepted, is rejected. Where the bytes leave it open, as those of
 * an encrypted Office document do, a declaration that fits is believed.
 * @param declared the MIME type the client sent, undefined when it sent none
 * @param detected what {@link detectType} found
 */
export function decideType(declared: string | undefined, detected: DetectedType | undefined): TypeDecision {
  const claimed = toClaimedType(declared ?? '');
  const accepted = detected === undefined ? undefined : match(claimed, detected);
  if (accepted === undefined) {
    return {
      accepted: false,
      declaredMimeType: declared ?? null,
      detectedMimeType: detected?.mimeType ?? null,
      allowedMimeTypes: allAcceptedTypes,
    };
  }
  return { accepted: true, ...accepted, corrected: accepted.mimeType !== declared };
}

function match(claimed: string, detected: DetectedType): Match | undefined {
  const { mimeType, category, alsoDeclared = [], lateProofs = [] } = detected;
  const fitting = detected.alsoFits.includes(claimed) ? categoryOf(claimed) : undefined;
  if (fitting !== undefined) return { mimeType: claimed, category: fitting };
  if (category === undefined) return matchLate(claimed, lateProofs);
  if (alsoDeclared.includes(claimed)) return { mimeType, category };
  if (undeclared.includes(claimed)) return { mimeType, category };
  return claimedCategory(claimed) === category ? { mimeType, category } : undefined;
}

interface Match {
  readonly mimeType: string;
  readonly category: MediaCategory;
  readonly proof?: Uint8Array;
}

/** A declared type is believed until the end of the file; of files without one, only compound files, which are mostly Word documents. */
function matchLate(claimed: string, proofs: readonly LateProof[]): Match | undefined {
  const fitting = proofs.find(({ mimeType }) => mimeType === claimed);
  const proof =
    fitting ?? (undeclared.includes(claimed) ? proofs.find(({ mimeType }) => mimeType === word) : undefined);
  const category = proof && categoryOf(proof.mimeType);
  return proof && category && { mimeType: proof.mimeType, category, proof: proof.bytes };
}

/** Returns the canonical type, and plain text for each kind of text such as `text/csv`. */
function toClaimedType(declared: string): string {
  const type = canonicalType(declared);
  return type.startsWith('text/') ? 'text/plain' : type;
}

/** A declared type need not be an accepted one to name its category: `image/tiff` on PNG bytes is corrected too. */
function claimedCategory(claimed: string): MediaCategory | undefined {
  const known = categoryOf(claimed);
  if (known !== undefined) return known;
  const [top] = claimed.split('/', 1);
  if (top === 'image' || top === 'audio' || top === 'video') return top;
  return top === 'text' || top === 'application' ? 'document' : undefined;
}
