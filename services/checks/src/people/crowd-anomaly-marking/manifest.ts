import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'crowd-anomaly-marking',
  version: '2',
  title: 'Judgement of people',
  kind: 'context',
  criterion: 'crowd_agreement',
} as const satisfies CheckManifest;
