import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'jpeg-grid',
  version: '3',
  title: 'Areas on another JPEG grid',
  kind: 'statistical',
  criterion: 'compression_history',
  searchesFor: ['inserted-area'],
  mayNotice: ['copied-area'],
  sources: ['Nikoukhah, Anger, Colom, Morel and Grompone von Gioi, ZERO, IPOL 2021'],
  guide: {
    lookFor:
      'One thing with a border at the marked place, such as a person or a sign, whose light, sharpness or grain does not fit what surrounds it.',
    ignore:
      'Stamps, drawings and pictures that were openly laid over the picture: they leave the same trace.',
  },
} as const satisfies CheckManifest;
