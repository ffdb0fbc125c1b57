import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'audio-continuity',
  version: '3',
  title: 'Breaks in the background',
  kind: 'structural',
  criterion: 'audio_consistency',
  mayNotice: ['cut-or-joined', 'replaced-sound'],
  decodes: ['sound'],
  sources: ['Maher, Principles of Forensic Audio Analysis, 2018, chapter 5'],
  guide: {
    lookFor: 'Whether room, hum or distance change within a word or a breath at the place.',
    ignore: 'Noise suppression, automatic volume, and somebody who turns away from the microphone.',
  },
} as const satisfies CheckManifest;
