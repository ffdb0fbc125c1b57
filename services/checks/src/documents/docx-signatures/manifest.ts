import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'docx-signatures',
  version: '2',
  title: 'Signatures of the document',
  kind: 'structural',
  criterion: 'provenance',
  searchesFor: ['changed-after-signing'],
  sources: ['ECMA-376 part 2 §13', 'W3C XML Signature 1.1'],
} as const satisfies CheckManifest;
