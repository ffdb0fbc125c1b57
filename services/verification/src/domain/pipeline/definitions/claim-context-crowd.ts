import type { Pipeline } from '../pipeline.ts';
import { contextField } from './context-field.ts';
import { imageTypes } from './image-types.ts';

export const claimContextCrowd: Pipeline = {
  slug: 'claim-context-crowd',
  name: 'Claim and source, checked by people',
  description:
    'Compares the claims about one image or video with its metadata, then has 3 to 7 people check whether the claimed source bears them ' +
    'out. Each claim is supported, contradicted or not checkable. Answers alone never make a file manipulated or synthetic: a ' +
    'contradicted claim makes the result inconclusive.',
  status: 'active',
  estimatedMinutes: 360,
  tier: 'ai-crowd',
  requiredFiles: [
    {
      label: 'Picture or video',
      description: 'What the claim is about, as it was received.',
      mimeTypes: [...imageTypes, 'video/mp4', 'video/quicktime', 'video/webm'],
      minCount: 1,
      maxCount: 1,
      requiredEnrichmentFields: ['detectedMimeType'],
    },
  ],
  requiredContextFields: [
    contextField('claim_text', 'Claim', 'What is said, in the words it is said in.', 'string'),
    contextField(
      'claimed_source',
      'Claimed source',
      'Where it is said to come from, such as an address.',
      'string',
    ),
  ],
  optionalContextFields: [
    {
      ...contextField('language', 'Language', 'The language of the people who are asked.', 'enum'),
      enumValues: ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'],
    },
  ],
  stages: [
    {
      slug: 'claim-extract',
      name: 'Claims',
      type: 'ai',
      description: 'Compares the claims with each other and with the metadata of the file.',
      costWeight: 10,
      task: { kind: 'examine', checks: ['claim-consistency'] },
    },
    {
      slug: 'crowd-source-check',
      name: 'People check the source',
      type: 'crowd',
      description: 'People look at the claimed source and say whether it bears out the claim.',
      costWeight: 140,
      task: {
        kind: 'ask',
        question: 'Does the claimed source bear out the claim?',
        options: [
          { value: 'supported', label: 'The source supports it', speaks: 'for', bearing: 'supports' },
          {
            value: 'contradicted',
            label: 'The source contradicts it',
            speaks: 'against',
            bearing: 'contradicts',
          },
          { value: 'cannot_tell', label: 'I cannot tell', bearing: 'notes' },
        ],
        claimKeys: ['claim_text', 'claimed_source'],
        texts: ['claim_text', 'claimed_source'],
        unitCents: 20,
        minResponses: 3,
        maxResponses: 7,
        consensusThreshold: 0.7,
      },
    },
    {
      slug: 'fusion',
      name: 'Fusion',
      type: 'ai',
      description: 'Says what became of each claim, and on what that rests.',
      costWeight: 0,
      task: { kind: 'conclude', about: 'claims' },
    },
  ],
  changes: [],
  costCents: 150,
  evaluation: null,
  version: '2',
};
