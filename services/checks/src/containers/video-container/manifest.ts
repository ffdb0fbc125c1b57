import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'video-container',
  version: '2',
  title: 'Container of the video',
  kind: 'structural',
  criterion: 'container_structure',
  sources: [
    'Iuliani et al., A Video Forensic Framework for the Unsupervised Analysis of MP4-Like File Container, 2019',
  ],
} as const satisfies CheckManifest;
