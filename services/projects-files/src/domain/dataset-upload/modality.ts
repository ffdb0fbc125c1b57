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
 * Returns the declaration to check the content against. A dataset of texts stores any text as plain text. In all others a part that is
 * declared as plain text may be one without a type (RFC 7578, section 4.4), so the content alone decides.
 */
export function readDeclaredType(modality: Modality, declared: string | undefined): string | undefined {
  if (modality === 'text') return plainText;
  return declared === plainText ? undefined : declared;
}
