import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'exposure-light',
  version: '1',
  title: 'Light the camera was set for',
  kind: 'context',
  criterion: 'context_consistency',
  sources: ['ISO 2720'],
} as const satisfies CheckManifest;
