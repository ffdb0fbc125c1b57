import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'spectral-screen',
  version: '2',
  title: 'Spectrum of the picture',
  kind: 'structural',
  criterion: 'synthetic_indicators',
  sources: ['Frank et al., 2020', 'Durall et al., Watch your Up-Convolution, 2020'],
} as const satisfies CheckManifest;
