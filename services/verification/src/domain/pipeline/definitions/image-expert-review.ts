import type { CrowdTask, Pipeline } from '../pipeline.ts';
import { contextField } from './context-field.ts';
import { fusionStage } from './fusion-stage.ts';
import { imageAuthenticity } from './image-authenticity.ts';

const options: CrowdTask['options'] = [
  { value: 'yes', label: 'Yes', speaks: 'against' },
  { value: 'no', label: 'No', speaks: 'for' },
  { value: 'cannot_tell', label: 'I cannot tell' },
];

/** The slug of the stage in which people mark areas before anyone sees a result of the checks. */
const marking = 'crowd-anomaly-marking';

export const imageExpertReview: Pipeline = {
  ...imageAuthenticity,
  slug: 'image-expert-review',
  name: 'Image review by people',
  description:
    'Analyses one image as image-authenticity does, then has people judge whether it was changed: 5 to 7 answers before anyone sees a ' +
    'map, and 3 to 5 more with all maps if these do not agree. Answers can confirm or weaken the findings of the checks. Answers alone ' +
    'never make a file manipulated or synthetic, but inconclusive at most.',
  status: 'active',
  estimatedMinutes: 240,
  tier: 'ai-crowd',
  optionalContextFields: [
    ...imageAuthenticity.optionalContextFields,
    contextField('claim_text', 'Claim', 'What is said of the picture, in the words it is said in.', 'string'),
  ],
  stages: [
    ...imageAuthenticity.stages.filter(({ task }) => task.kind === 'examine'),
    {
      slug: marking,
      name: 'People mark changes',
      type: 'crowd',
      description:
        'People say whether the image was changed and mark where, before anyone sees the results of the checks.',
      costWeight: 70,
      task: {
        kind: 'ask',
        question: 'Was this image changed after it was taken?',
        options,
        texts: ['claim_text'],
        isBlind: true,
        hasAreas: true,
        unitCents: 10,
        minResponses: 5,
        maxResponses: 7,
        consensusThreshold: 0.7,
      },
    },
    {
      slug: 'crowd-adjudication',
      name: 'People judge the maps',
      type: 'crowd',
      description: 'If the first answers do not agree, people judge again with all maps and marked areas.',
      costWeight: 40,
      task: {
        kind: 'ask',
        question: 'With the maps and the marked areas: was this image changed after it was taken?',
        options,
        texts: [],
        showsMaps: true,
        unlessDecided: marking,
        unitCents: 8,
        minResponses: 3,
        maxResponses: 5,
        consensusThreshold: 0.7,
      },
    },
    fusionStage,
  ],
  costCents: 120,
  evaluation: null,
  version: '2',
};
