import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'video-coding-rhythm',
  version: '2',
  title: 'Rhythm of an earlier coding',
  kind: 'structural',
  criterion: 'compression_history',
  decodes: ['packets'],
  sources: [
    'Wang and Farid, Exposing Digital Forgeries in Video by Detecting Double MPEG Compression, MM&Sec 2006',
  ],
} as const satisfies CheckManifest;
