import type { PublishedEvaluation } from '../../published-evaluation.ts';

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
    'double-quantization': '2',
    'aligned-quantization': '1',
    'jpeg-grid': '1',
    'fill-smoothness': '2',
  },
  innocentScenes: 105,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 5,
  },
  alteredScenes: 143,
  altered: [
    {
      change: 'copied-area',
      scenes: 122,
      unverified: 21,
      found: 103,
    },
    {
      change: 'inserted-area',
      scenes: 123,
      unverified: 92,
      found: 30,
    },
    {
      change: 'removed-area',
      scenes: 108,
      unverified: 53,
      found: 51,
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
      version: 'resaved at quality 90',
      scenes: 105,
      called: 1,
    },
    {
      verdict: 'inconclusive',
      version: 'resaved progressively',
      scenes: 105,
      called: 1,
    },
    {
      verdict: 'inconclusive',
      version: 'cropped',
      scenes: 105,
      called: 2,
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
        inconclusive: 4,
      },
      alteredScenes: 112,
      altered: [
        {
          change: 'copied-area',
          scenes: 93,
          unverified: 17,
          found: 78,
        },
        {
          change: 'inserted-area',
          scenes: 92,
          unverified: 71,
          found: 20,
        },
        {
          change: 'removed-area',
          scenes: 79,
          unverified: 39,
          found: 36,
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
          unverified: 4,
          found: 25,
        },
        {
          change: 'inserted-area',
          scenes: 31,
          unverified: 21,
          found: 10,
        },
        {
          change: 'removed-area',
          scenes: 29,
          unverified: 14,
          found: 15,
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
    {
      condition: 'small',
      innocentScenes: 14,
      called: {
        manipulated: 0,
        synthetic: 0,
        inconclusive: 1,
      },
      alteredScenes: 0,
      altered: [],
    },
  ],
  laundered: {
    files: 420,
    unverified: 346,
  },
  calledAuthentic: 0,
};
