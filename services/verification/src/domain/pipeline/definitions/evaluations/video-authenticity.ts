import type { PublishedEvaluation } from './published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline video-authenticity --publish`; not to be edited by hand. */
export const videoAuthenticityEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'scenes',
    files: 'videos',
    launderedBy: 'Sent on afterwards as a messenger does, at most 640 pixels wide and compressed strongly',
  },
  checks: {
    'video-container': '1',
    'video-timing': '3',
    'video-coding-rhythm': '1',
    'video-frames': '2',
    'audio-bandwidth': '1',
    'audio-coding-grid': '1',
    'audio-continuity': '1',
    'audio-repeats': '2',
  },
  innocentScenes: 20,
  innocentVersions: 9,
  sources: 17,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 0,
  },
  calledVersions: [],
  alteredScenes: 20,
  altered: [
    {
      change: 'repeated-frames',
      scenes: 20,
      unverified: 19,
      found: 1,
    },
    {
      change: 'cut-or-joined',
      scenes: 20,
      unverified: 20,
      found: 0,
    },
    {
      change: 'changed-frames',
      scenes: 20,
      unverified: 20,
      found: 0,
    },
    {
      change: 'copied-sound',
      scenes: 8,
      unverified: 8,
      found: 0,
    },
    {
      change: 'replaced-sound',
      scenes: 8,
      unverified: 8,
      found: 0,
    },
  ],
  laundered: {
    files: 96,
    unverified: 96,
  },
  calledAuthentic: 0,
};
