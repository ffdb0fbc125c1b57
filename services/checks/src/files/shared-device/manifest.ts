import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'shared-device',
  version: '1',
  title: 'Cameras that are named',
  kind: 'structural',
  criterion: 'metadata_consistency',
} as const satisfies CheckManifest;
