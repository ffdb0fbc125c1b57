import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'generator-metadata',
  version: '7',
  title: 'Traces of generators',
  kind: 'structural',
  criterion: 'synthetic_indicators',
  mayNotice: ['generated'],
  guide: {
    lookFor: 'Whether the settings that are quoted describe what the file shows.',
    ignore: 'The text alone, where there is other reason to believe the file: anybody can add such a text.',
  },
  basis: 'generator-text',
} as const satisfies CheckManifest;
