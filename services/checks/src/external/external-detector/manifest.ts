import type { CheckManifest } from '../../check/manifest.ts';

/** A result names the version of the detector that answered, and the criterion and the changes of its calibration. */
export const manifest = {
  slug: 'external-detector',
  version: '1',
  title: 'Detector of others',
  kind: 'statistical',
  criterion: 'synthetic_indicators',
} as const satisfies CheckManifest;
