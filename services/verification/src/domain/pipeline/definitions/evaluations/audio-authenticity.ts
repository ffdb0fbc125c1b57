import type { PublishedEvaluation } from './published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline audio-authenticity --publish`; not to be edited by hand. */
export const audioAuthenticityEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'recordings',
    files: 'recordings',
  },
  checks: {
    'audio-container': '1',
    'audio-bandwidth': '1',
    'audio-coding-grid': '1',
    'audio-continuity': '1',
    'audio-repeats': '2',
  },
  innocentScenes: 74,
  innocentVersions: 5,
  sources: 6,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 1,
  },
  alteredScenes: 74,
  altered: [
    {
      change: 'copied-sound',
      scenes: 74,
      unverified: 12,
      found: 62,
    },
    {
      change: 'cut-or-joined',
      scenes: 74,
      unverified: 74,
      found: 0,
    },
    {
      change: 'replaced-sound',
      scenes: 74,
      unverified: 74,
      found: 0,
    },
  ],
  calledAuthentic: 0,
};
