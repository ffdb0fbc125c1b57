import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'crowd-source-check',
  version: '2',
  title: 'Source, checked by people',
  kind: 'context',
  criterion: 'context_consistency',
} as const satisfies CheckManifest;
