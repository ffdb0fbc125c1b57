import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'sun-position',
  version: '1',
  title: 'Position of the sun',
  kind: 'context',
  criterion: 'context_consistency',
  sources: ['NOAA Solar Calculator'],
} as const satisfies CheckManifest;
