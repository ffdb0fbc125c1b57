import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'editing-software',
  version: '2',
  title: 'Editing software',
  kind: 'structural',
  criterion: 'metadata_consistency',
  sources: ['XMP specification part 2', 'Adobe Photoshop File Formats Specification', 'IPTC-IIM 4.2'],
} as const satisfies CheckManifest;
