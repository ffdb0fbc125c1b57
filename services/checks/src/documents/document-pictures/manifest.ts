import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'document-pictures',
  version: '4',
  title: 'Pictures in the document',
  kind: 'structural',
  criterion: 'pixel_consistency',
  mayNotice: ['altered-picture-inside'],
} as const satisfies CheckManifest;
