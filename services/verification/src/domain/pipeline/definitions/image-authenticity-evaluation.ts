import type { PublishedEvaluation } from '../published-evaluation.ts';

/** Written by `npm run evaluate -- --publish`; not to be edited by hand. */
export const imageAuthenticityEvaluation: PublishedEvaluation = {
  innocentScenes: 105,
  innocentVersions: 11,
  sources: 34,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 0,
  },
  alteredScenes: 105,
  altered: [
    {
      change: 'copied-area',
      scenes: 105,
      unverified: 22,
      found: 83,
    },
    {
      change: 'inserted-area',
      scenes: 105,
      unverified: 105,
      found: 0,
    },
    {
      change: 'removed-area',
      scenes: 105,
      unverified: 105,
      found: 0,
    },
    {
      change: 'retouched-area',
      scenes: 105,
      unverified: 105,
      found: 0,
    },
  ],
  calledAuthentic: 0,
};
