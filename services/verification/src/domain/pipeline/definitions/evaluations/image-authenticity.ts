import type { PublishedEvaluation } from './published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline image-authenticity --publish`; not to be edited by hand. */
export const imageAuthenticityEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'scenes',
    files: 'pictures',
  },
  checks: {
    'ingest-gate': '2',
    c2pa: '3',
    'generator-metadata': '5',
    'exif-consistency': '3',
    'editing-software': '1',
    'claim-consistency': '4',
    'jpeg-structure': '3',
    thumbnail: '6',
    'copy-move': '3',
    'double-quantization': '3',
    'aligned-quantization': '2',
    'jpeg-grid': '2',
    'fill-smoothness': '3',
  },
  innocentScenes: 105,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 2,
  },
  alteredScenes: 143,
  altered: [
    {
      change: 'copied-area',
      scenes: 122,
      unverified: 23,
      found: 101,
    },
    {
      change: 'inserted-area',
      scenes: 123,
      unverified: 104,
      found: 19,
    },
    {
      change: 'removed-area',
      scenes: 108,
      unverified: 54,
      found: 50,
    },
    {
      change: 'retouched-area',
      scenes: 105,
      unverified: 86,
      found: 19,
    },
  ],
  innocentVersions: 11,
  sources: 34,
  calledVersions: [
    {
      verdict: 'inconclusive',
      version: 'resaved progressively',
      scenes: 105,
      called: 1,
    },
    {
      verdict: 'inconclusive',
      version: 'sharpened',
      scenes: 105,
      called: 1,
    },
  ],
  conditions: [
    {
      condition: 'saved-again',
      innocentScenes: 105,
      called: {
        manipulated: 0,
        synthetic: 0,
        inconclusive: 2,
      },
      alteredScenes: 112,
      altered: [
        {
          change: 'copied-area',
          scenes: 93,
          unverified: 18,
          found: 77,
        },
        {
          change: 'inserted-area',
          scenes: 92,
          unverified: 84,
          found: 8,
        },
        {
          change: 'removed-area',
          scenes: 79,
          unverified: 41,
          found: 34,
        },
        {
          change: 'retouched-area',
          scenes: 76,
          unverified: 65,
          found: 11,
        },
      ],
    },
    {
      condition: 'not-jpeg',
      innocentScenes: 105,
      called: {
        manipulated: 0,
        synthetic: 0,
        inconclusive: 0,
      },
      alteredScenes: 31,
      altered: [
        {
          change: 'copied-area',
          scenes: 29,
          unverified: 5,
          found: 24,
        },
        {
          change: 'inserted-area',
          scenes: 31,
          unverified: 20,
          found: 11,
        },
        {
          change: 'removed-area',
          scenes: 29,
          unverified: 13,
          found: 16,
        },
        {
          change: 'retouched-area',
          scenes: 29,
          unverified: 21,
          found: 8,
        },
      ],
    },
    {
      condition: 'small',
      innocentScenes: 14,
      called: {
        manipulated: 0,
        synthetic: 0,
        inconclusive: 0,
      },
      alteredScenes: 0,
      altered: [],
    },
    {
      condition: 'saved-once',
      innocentScenes: 40,
      called: {
        manipulated: 0,
        synthetic: 0,
        inconclusive: 0,
      },
      alteredScenes: 0,
      altered: [],
    },
  ],
  laundered: {
    files: 420,
    unverified: 347,
  },
  calledAuthentic: 0,
};
