import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'audio-bandwidth',
  version: '2',
  title: 'Range of frequencies',
  kind: 'structural',
  criterion: 'compression_history',
  decodes: ['sound'],
  sources: [
    "D'Alessandro and Shi, MP3 Bit Rate Quality Detection through Frequency Spectrum Analysis, ACM MM&Sec 2009",
  ],
  guide: {
    lookFor:
      'Whether the recording is said to be an original: its sound had been compressed more strongly before.',
    ignore: 'Telephones and messengers, which leave out high tones.',
  },
} as const satisfies CheckManifest;
