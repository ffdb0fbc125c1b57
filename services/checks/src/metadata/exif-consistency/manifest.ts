import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'exif-consistency',
  version: '3',
  title: 'Camera metadata',
  kind: 'structural',
  criterion: 'metadata_consistency',
  sources: ['Exif 2.32'],
  guide: {
    lookFor:
      'The original from the camera: ask for it, and compare make, model and date with what the sender says.',
    ignore:
      'Clocks that were never set or keep the time of home in travel, and programs that turn or shrink pictures and rewrite part of the data.',
  },
} as const satisfies CheckManifest;
