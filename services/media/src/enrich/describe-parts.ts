import type { EmbeddedKind, EmbeddedPart } from '../embedded/embedded-part.ts';
import { listEmbeddedParts } from '../embedded/list-embedded-parts.ts';
import { readMovieSeconds } from '../embedded/movie-seconds.ts';

/** A part that an image file holds beside its image. */
export interface DescribedPart {
  readonly kind: EmbeddedKind;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** The duration that the header of a video states. */
  readonly durationSeconds?: number;
}

const maxParts = 50;

/** Describes the parts of an image file; none has no key. */
export function describeParts(
  bytes: Uint8Array,
  mimeType: string,
): { readonly embedded?: readonly DescribedPart[] } {
  const parts = listEmbeddedParts(bytes, mimeType).slice(0, maxParts);
  return parts.length === 0 ? {} : { embedded: parts.map((part) => describe(bytes, part)) };
}

function describe(bytes: Uint8Array, { kind, mimeType, offset, length }: EmbeddedPart): DescribedPart {
  const part = { kind, mimeType, size: length };
  if (kind !== 'motion_video') return part;
  const durationSeconds = readMovieSeconds(Buffer.from(bytes.buffer, bytes.byteOffset + offset, length));
  return durationSeconds === undefined ? part : { ...part, durationSeconds };
}
