import type { Pipeline } from '../pipeline.ts';
import { contextField } from './context-field.ts';
import { imageTypes } from './image-types.ts';

export const claimContextCrowd: Pipeline = {
  slug: 'claim-context-crowd',
  name: 'Claim and source, checked by people',
  description:
    'Compares what is claimed of one picture or video with its metadata, then asks people whether the source that is claimed ' +
    'bears it out. Each claim is supported, contradicted or not checkable.',
  status: 'maintenance',
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
      name: 'Source, checked by people',
      type: 'crowd',
      description: 'Asks people to look at the claimed source, and to say whether it bears the claim out.',
      costWeight: 140,
      task: {
        kind: 'ask',
        question: 'Does the claimed source bear out what is claimed?',
        options: [
          { value: 'bears_out', label: 'The source bears it out', bearing: 'supports' },
          { value: 'says_otherwise', label: 'The source says otherwise', bearing: 'contradicts' },
          { value: 'cannot_tell', label: 'It cannot be told', bearing: 'notes' },
        ],
        claimKeys: ['claim_text', 'claimed_source'],
        minResponses: 3,
        maxResponses: 7,
        consensusThreshold: 0.75,
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
  version: '1',
};
