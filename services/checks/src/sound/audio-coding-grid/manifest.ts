import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'audio-coding-grid',
  version: '3',
  title: 'Blocks of earlier MP3 coding',
  kind: 'structural',
  criterion: 'audio_consistency',
  mayNotice: ['cut-or-joined', 'replaced-sound'],
  decodes: ['sound'],
  sources: [
    'Yang, Qu and Huang, Detecting Digital Audio Forgeries by Checking Frame Offsets, MM&Sec 2008',
    'Herre and Schug, Analysis of Decompressed Audio: the Inverse Decoder, AES 2000',
  ],
} as const satisfies CheckManifest;
