import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'sensor-pattern',
  version: '2',
  title: 'Noise of the sensor',
  kind: 'structural',
  criterion: 'noise_sensor',
  sources: [
    'Lukáš, Fridrich and Goljan, Digital Camera Identification from Sensor Pattern Noise, IEEE TIFS 2006',
  ],
} as const satisfies CheckManifest;
