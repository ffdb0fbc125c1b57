import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'aligned-quantization',
  version: '3',
  title: 'Areas without the earlier compression',
  kind: 'statistical',
  criterion: 'compression_history',
  searchesFor: ['copied-area', 'inserted-area', 'removed-area', 'retouched-area'],
  sources: ['Lin, He, Tang and Tang, Pattern Recognition 2009', 'Bianchi and Piva, IEEE TIFS 2012'],
  guide: {
    lookFor: 'Whether the marked place holds one thing that was put in, painted over or retouched.',
    ignore: 'Captions and logos that were openly added to the picture: they leave the same trace.',
  },
} as const satisfies CheckManifest;
