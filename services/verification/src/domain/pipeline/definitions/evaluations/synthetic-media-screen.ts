import type { PublishedEvaluation } from './published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline synthetic-media-screen --publish`; not to be edited by hand. */
export const syntheticMediaScreenEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'pictures, recordings and videos',
    files: 'files',
    altered: 'generated files that still hold what their generators wrote into them',
  },
  checks: {
    c2pa: '2',
    'generator-metadata': '4',
    'spectral-screen': '1',
  },
  innocentScenes: 185,
  innocentVersions: 11,
  sources: 45,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 0,
  },
  calledVersions: [],
  alteredScenes: 28,
  altered: [
    {
      change: 'generated',
      scenes: 28,
      unverified: 1,
      found: 27,
    },
  ],
  laundered: {
    files: 28,
    unverified: 28,
  },
  calledAuthentic: 0,
};
