import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'pdf-hidden-text',
  version: '2',
  title: 'Text that is not seen',
  kind: 'structural',
  criterion: 'container_structure',
  mayNotice: ['written-anew'],
  sources: ['Bland et al., Story Beyond the Eye, PETS 2023'],
} as const satisfies CheckManifest;
