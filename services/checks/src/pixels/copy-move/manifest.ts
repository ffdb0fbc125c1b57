import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'copy-move',
  version: '5',
  title: 'Copied areas',
  kind: 'statistical',
  criterion: 'duplication',
  searchesFor: ['copied-area'],
  sources: ['Amerini et al., IEEE TIFS 2011', 'Christlein et al., IEEE TIFS 2012'],
  guide: {
    lookFor:
      'The same small details in the same order at both places, such as scratches, leaves or grains, and an edge around one of them where light or sharpness breaks off.',
    ignore: 'What repeats by itself: windows, tiles, ironwork, printed letters, foliage, crowds.',
  },
} as const satisfies CheckManifest;
