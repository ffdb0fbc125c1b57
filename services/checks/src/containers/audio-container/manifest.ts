import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'audio-container',
  version: '2',
  title: 'Container of the recording',
  kind: 'structural',
  criterion: 'container_structure',
  sources: ['EBU Tech 3285', 'EBU R 98'],
} as const satisfies CheckManifest;
