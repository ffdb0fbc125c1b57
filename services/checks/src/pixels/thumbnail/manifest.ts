import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'thumbnail',
  version: '6',
  title: 'Stored preview',
  kind: 'structural',
  criterion: 'metadata_consistency',
  mayNotice: ['copied-area', 'inserted-area', 'removed-area', 'retouched-area'],
  sources: ['Kee and Farid, 2010'],
  guide: {
    lookFor: 'What is in the picture and not in its preview, or the other way round, at the marked place.',
    ignore:
      'Another brightness, colour, crop or turn of the whole: programs change that and keep the preview.',
  },
} as const satisfies CheckManifest;
