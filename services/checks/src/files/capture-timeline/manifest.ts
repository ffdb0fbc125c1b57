import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'capture-timeline',
  version: '2',
  title: 'Times that are told',
  kind: 'context',
  criterion: 'temporal_consistency',
} as const satisfies CheckManifest;
