import type { PublishedEvaluation } from './published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline image-authenticity --publish`; not to be edited by hand. */
export const imageAuthenticityEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'scenes',
    files: 'pictures',
  },
  checks: {
    'ingest-gate': '3',
    c2pa: '5',
    'generator-metadata': '7',
    'exif-consistency': '3',
    'editing-software': '2',
    'claim-consistency': '4',
    'jpeg-structure': '4',
    thumbnail: '6',
    'copy-move': '5',
    'double-quantization': '5',
    'aligned-quantization': '3',
    'jpeg-grid': '3',
    'fill-smoothness': '4',
  },
  innocentScenes: 105,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 3,
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
      unverified: 93,
      found: 25,
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
      found: 18,
    },
  ],
  byOthers: {
    makers: 6,
    altered: [
      {
        change: 'copied-area',
        scenes: 17,
        unverified: 7,
        found: 12,
      },
      {
        change: 'inserted-area',
        scenes: 18,
        unverified: 17,
        found: 1,
      },
      {
        change: 'removed-area',
        scenes: 3,
        unverified: 2,
        found: 0,
      },
    ],
  },
  calledAuthentic: 0,
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
        inconclusive: 3,
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
          unverified: 72,
          found: 17,
        },
        {
          change: 'removed-area',
          scenes: 79,
          unverified: 39,
          found: 37,
        },
        {
          change: 'retouched-area',
          scenes: 76,
          unverified: 65,
          found: 10,
        },
      ],
      byOthers: {
        makers: 5,
        altered: [
          {
            change: 'copied-area',
            scenes: 17,
            unverified: 7,
            found: 12,
          },
          {
            change: 'inserted-area',
            scenes: 16,
            unverified: 15,
            found: 1,
          },
          {
            change: 'removed-area',
            scenes: 3,
            unverified: 2,
            found: 0,
          },
        ],
      },
      calledAuthentic: 0,
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
          found: 8,
        },
        {
          change: 'removed-area',
          scenes: 29,
          unverified: 14,
          found: 14,
        },
        {
          change: 'retouched-area',
          scenes: 29,
          unverified: 21,
          found: 8,
        },
      ],
      byOthers: {
        makers: 1,
        altered: [
          {
            change: 'inserted-area',
            scenes: 2,
            unverified: 2,
            found: 0,
          },
        ],
      },
      calledAuthentic: 0,
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
      calledAuthentic: 0,
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
      calledAuthentic: 0,
    },
  ],
  laundered: {
    files: 420,
    unverified: 346,
  },
};
