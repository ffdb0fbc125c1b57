import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'double-quantization',
  version: '5',
  title: 'Areas compressed before',
  kind: 'statistical',
  criterion: 'compression_history',
  searchesFor: ['inserted-area'],
  mayNotice: ['copied-area'],
  sources: ['Bianchi and Piva, IEEE TIFS 2012', 'Farid, IEEE TIFS 2009'],
  guide: {
    lookFor:
      'One thing with a border, such as a person or a sign, at the marked place, whose light, sharpness or grain does not fit what surrounds it.',
    ignore:
      'The steps in the outline of the mark: it is drawn in blocks of the compression, not along things.',
  },
} as const satisfies CheckManifest;
