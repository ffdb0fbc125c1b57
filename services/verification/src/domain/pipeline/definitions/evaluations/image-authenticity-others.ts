import type { OthersEvaluation } from './published-evaluation.ts';

/** Written by `npm run evaluate -- --pipeline image-authenticity --forgeries <folder> --publish-others`; not to be edited by hand. */
export const imageAuthenticityOthers: OthersEvaluation = {
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
  conditions: [
    {
      condition: 'saved-again',
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
    },
    {
      condition: 'not-jpeg',
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
    },
  ],
};
