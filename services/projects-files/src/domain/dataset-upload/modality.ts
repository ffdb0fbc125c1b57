import { acceptedTypes, allAcceptedTypes } from '@assay/media/sniff/accepted-types';
import type { MediaCategory } from '@assay/media/sniff/accepted-types';

const plainText = 'text/plain';

const typesByModality = {
  ...acceptedTypes,
  text: [plainText],
  multimodal: allAcceptedTypes,
} satisfies Readonly<Record<MediaCategory | 'text' | 'multimodal', readonly string[]>>;

export type Modality = keyof typeof typesByModality;

export function isModality(name: string): name is Modality {
  return Object.hasOwn(typesByModality, name);
}

/** Lists the MIME types that a dataset of this modality accepts. */
export function listModalityTypes(modality: Modality): readonly string[] {
  return typesByModality[modality];
}

/**
 * Returns the declaration to check the content against. A dataset of texts stores any kind of text as plain text. In all others the
 * content of a part that is declared as plain text decides alone, since a part without a type counts as that (RFC 7578, section 4.4).
 */
export function readDeclaredType(modality: Modality, declared: string | undefined): string | undefined {
  if (modality === 'text') return declared === undefined || isTextual(declared) ? plainText : declared;
  return declared === plainText ? undefined : declared;
}

/** Returns true for the types of texts, and for a type that says nothing. */
function isTextual(mimeType: string): boolean {
  return /^(?:text\/|application\/(?:octet-stream|\S*(?:json|xml|yaml|csv|script)))/iu.test(mimeType);
}
