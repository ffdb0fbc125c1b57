import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'video-frames',
  version: '3',
  title: 'Repeated pictures',
  kind: 'structural',
  criterion: 'temporal_consistency',
  searchesFor: ['repeated-frames'],
  decodes: ['frames'],
  sources: ['Wang and Farid, Exposing Digital Forgeries in Video by Detecting Duplication, MM&Sec 2007'],
  guide: {
    lookFor: 'The same movements, reflections and blinking when both ranges are played one after the other.',
    ignore: 'Still scenes, animations, slow motion and recordings of a screen.',
  },
} as const satisfies CheckManifest;
