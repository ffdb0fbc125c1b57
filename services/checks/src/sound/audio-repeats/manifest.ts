import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'audio-repeats',
  version: '3',
  title: 'Repeated sound',
  kind: 'statistical',
  criterion: 'audio_consistency',
  searchesFor: ['copied-sound'],
  decodes: ['sound'],
  sources: ['Haitsma and Kalker, A Highly Robust Audio Fingerprinting System, ISMIR 2002'],
  guide: {
    lookFor: 'The same breath, the same pause and the same noise behind it at both places, with headphones.',
    ignore: 'Music, jingles, beeps and machines, which repeat by themselves.',
  },
} as const satisfies CheckManifest;
