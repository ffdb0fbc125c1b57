import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'claim-consistency',
  version: '4',
  title: 'Agreement with the claims',
  kind: 'context',
  criterion: 'context_consistency',
} as const satisfies CheckManifest;
