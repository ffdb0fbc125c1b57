import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'video-timing',
  version: '5',
  title: 'Timing of pictures and sound',
  kind: 'structural',
  criterion: 'temporal_consistency',
  mayNotice: ['cut-or-joined'],
  decodes: ['packets'],
  guide: {
    lookFor: 'Whether something jumps at the place, or the sound runs on while the picture stands.',
    ignore: 'Pictures that phones leave out in the dark or when they are warm.',
  },
} as const satisfies CheckManifest;
