import type { CheckManifest } from '../../check/manifest.ts';

export const manifest = {
  slug: 'fill-smoothness',
  version: '4',
  title: 'Areas filled in smoothly',
  kind: 'statistical',
  criterion: 'noise_sensor',
  searchesFor: ['removed-area'],
  mayNotice: ['retouched-area'],
  sources: ['Bertalmio et al., SIGGRAPH 2000', 'Wu et al., ICIP 2008'],
  guide: {
    lookFor:
      'Smears, repeated strokes or lines that end at the marked place, and shadows or reflections of something that is not there.',
    ignore: 'Plain walls and sky, things out of focus, and skin that a camera smoothed.',
  },
} as const satisfies CheckManifest;
