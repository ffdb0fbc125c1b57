import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'ingest-gate',
  version: '3',
  title: 'Compression history',
  kind: 'structural',
  criterion: 'compression_history',
  isAlwaysNamed: true,
  describes: 'save-history',
} as const satisfies CheckManifest;
