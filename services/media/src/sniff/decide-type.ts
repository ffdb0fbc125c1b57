import { allAcceptedTypes, categoryOf } from './accepted-types.ts';
import type { MediaCategory } from './accepted-types.ts';
import { canonicalType } from './canonical-type.ts';
import type { DetectedType } from './detect-type.ts';

/** The type a file is stored with, or why it is not accepted (HTTP 415). */
export type TypeDecision =
  | {
      readonly accepted: true;
      readonly mimeType: string;
      readonly category: MediaCategory;
      /** True when the declared type was replaced by the detected one. */
      readonly corrected: boolean;
    }
  | {
      readonly accepted: false;
      readonly declaredMimeType: string | null;
      readonly detectedMimeType: string | null;
      readonly allowedMimeTypes: readonly string[];
    };

const undeclared = ['', 'application/octet-stream', 'binary/octet-stream'];

/**
 * Decides the type of an upload: the bytes decide. A missing, generic or wrong declaration of the same category is
 * corrected; a declaration of another category, or content that is not accepted, is rejected. Where the bytes leave it open, as those of
 * an encrypted Office document do, a declaration that fits is believed.
 * @param declared the MIME type the client sent, undefined when it sent none
 * @param detected what {@link detectType} found
 */
export function decideType(declared: string | undefined, detected: DetectedType | undefined): TypeDecision {
  const claimed = canonicalType(declared ?? '');
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

function match(
  claimed: string,
  detected: DetectedType,
): { readonly mimeType: string; readonly category: MediaCategory } | undefined {
  const { mimeType, category } = detected;
  const fitting = detected.alsoFits.includes(claimed) ? categoryOf(claimed) : undefined;
  if (fitting !== undefined) return { mimeType: claimed, category: fitting };
  if (category === undefined) return undefined;
  if (undeclared.includes(claimed)) return { mimeType, category };
  return claimedCategory(claimed) === category ? { mimeType, category } : undefined;
}

/** A declared type need not be an accepted one to name its category: `image/tiff` on PNG bytes is corrected too. */
function claimedCategory(claimed: string): MediaCategory | undefined {
  const known = categoryOf(claimed);
  if (known !== undefined) return known;
  const [top] = claimed.split('/', 1);
  if (top === 'image' || top === 'audio' || top === 'video') return top;
  return top === 'text' || top === 'application' ? 'document' : undefined;
}
