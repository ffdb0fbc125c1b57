import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'crowd-adjudication',
  version: '2',
  title: 'Second judgement of people',
  kind: 'context',
  criterion: 'crowd_agreement',
} as const satisfies CheckManifest;
