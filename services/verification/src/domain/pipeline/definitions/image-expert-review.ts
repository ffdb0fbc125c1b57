import type { AskTask, Pipeline } from '../pipeline.ts';
import { contextField } from './context-field.ts';
import { fusionStage } from './fusion-stage.ts';
import { imageAuthenticity } from './image-authenticity.ts';

const options: AskTask['options'] = [
  { value: 'altered', label: 'It was altered', speaksFor: 'manipulated' },
  { value: 'not_altered', label: 'It was not altered', speaksFor: 'innocent' },
];

export const imageExpertReview: Pipeline = {
  ...imageAuthenticity,
  slug: 'image-expert-review',
  name: 'Image review by people',
  description:
    'Examines one picture as image-authenticity does, then asks people whether it was altered: at least five at first, who see ' +
    'the picture before any map, then at least three who judge anew. Their judgement is weighed with what machines found.',
  status: 'maintenance',
  estimatedMinutes: 240,
  tier: 'ai-crowd',
  optionalContextFields: [
    ...imageAuthenticity.optionalContextFields,
    contextField('claim_text', 'Claim', 'What is said of the picture, in the words it is said in.', 'string'),
  ],
  stages: [
    ...imageAuthenticity.stages.filter(({ task }) => task.kind === 'examine'),
    {
      slug: 'crowd-anomaly-marking',
      name: 'First judgement of people',
      type: 'crowd',
      description: 'Asks people whether the picture was altered, before they see what machines found.',
      costWeight: 65,
      task: {
        kind: 'ask',
        question: 'Was this picture altered after it was taken?',
        options,
        minResponses: 5,
        maxResponses: 9,
        consensusThreshold: 0.7,
      },
    },
    {
      slug: 'crowd-adjudication',
      name: 'Second judgement of people',
      type: 'crowd',
      description: 'Asks other people the same, with what was marked.',
      costWeight: 45,
      task: {
        kind: 'ask',
        question: 'With what was marked: was this picture altered?',
        options,
        minResponses: 3,
        maxResponses: 7,
        consensusThreshold: 0.8,
      },
    },
    fusionStage,
  ],
  costCents: 120,
  evaluation: null,
  version: '1',
};
