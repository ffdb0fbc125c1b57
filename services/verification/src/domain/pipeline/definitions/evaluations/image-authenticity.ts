import type { PublishedEvaluation } from '../../published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline image-authenticity --publish`; not to be edited by hand. */
export const imageAuthenticityEvaluation: PublishedEvaluation = {
  material: {
    scenes: 'scenes',
    files: 'pictures',
  },
  checks: {
    'ingest-gate': '1',
    c2pa: '2',
    'generator-metadata': '4',
    'exif-consistency': '2',
    'editing-software': '1',
    'claim-consistency': '2',
    'jpeg-structure': '2',
    thumbnail: '3',
    'copy-move': '2',
    'double-quantization': '1',
    'aligned-quantization': '1',
    'jpeg-grid': '1',
    'fill-smoothness': '1',
  },
  innocentScenes: 105,
  innocentVersions: 11,
  sources: 34,
  called: {
    manipulated: 0,
    synthetic: 0,
    inconclusive: 5,
  },
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
  alteredScenes: 105,
  altered: [
    {
      change: 'copied-area',
      scenes: 105,
      unverified: 21,
      found: 84,
    },
    {
      change: 'inserted-area',
      scenes: 105,
      unverified: 12,
      found: 93,
    },
    {
      change: 'removed-area',
      scenes: 105,
      unverified: 26,
      found: 79,
    },
    {
      change: 'retouched-area',
      scenes: 105,
      unverified: 73,
      found: 32,
    },
  ],
  laundered: {
    files: 420,
    unverified: 352,
  },
  calledAuthentic: 0,
};
