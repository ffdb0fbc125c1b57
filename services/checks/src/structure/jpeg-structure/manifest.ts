import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'jpeg-structure',
  version: '4',
  title: 'JPEG structure',
  kind: 'structural',
  criterion: 'container_structure',
  sources: [
    'Farid, Digital Image Ballistics from JPEG Quantization, 2006',
    'Kornblum, Using JPEG Quantization Tables, 2008',
  ],
} as const satisfies CheckManifest;
