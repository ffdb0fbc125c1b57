import type { Pipeline } from '../pipeline.ts';
import { contextField } from './context-field.ts';
import { syntheticMediaScreenEvaluation } from './evaluations/synthetic-media-screen.ts';
import { fusionStage } from './fusion-stage.ts';
import { imageTypes } from './image-types.ts';
import { provenanceStage } from './provenance-stage.ts';
import { soundTypes, videoTypes } from './recording-pipeline.ts';

export const syntheticMediaScreen: Pipeline = {
  slug: 'synthetic-media-screen',
  name: 'Screen for synthetic media',
  description:
    'Looks for what generators say of themselves in one picture, recording or video: Content Credentials (C2PA), labels, names and ' +
    'settings in its metadata; of pictures it shows the spectrum. A generated file from which these were removed cannot be told from a ' +
    'recorded one here: without such signs the verdict is “unverified”, which does not mean that the file is genuine.',
  status: 'active',
  estimatedMinutes: 1,
  tier: 'ai-only',
  requiredFiles: [
    {
      label: 'Picture, recording or video',
      description:
        'The file as it was received; a screenshot, or a copy sent through a messenger, has lost nearly every sign.',
      mimeTypes: [...imageTypes, ...videoTypes, ...soundTypes],
      minCount: 1,
      maxCount: 1,
      requiredEnrichmentFields: [],
    },
  ],
  requiredContextFields: [],
  optionalContextFields: [
    contextField('claimed_source', 'Claimed source', 'Where or from whom it is said to come.', 'string'),
  ],
  stages: [
    provenanceStage,
    {
      slug: 'generator-metadata',
      name: 'Traces of generators',
      type: 'ai',
      description: 'Reads metadata and containers for the settings, labels and names that generators leave.',
      task: { kind: 'examine', checks: ['generator-metadata'] },
    },
    {
      slug: 'spectral-screen',
      name: 'Spectrum',
      type: 'ai',
      description: 'Shows the spectrum of a picture and its regular patterns, which weigh nothing.',
      task: { kind: 'examine', checks: ['spectral-screen'] },
    },
    fusionStage,
  ],
  changes: ['generated'],
  costCents: 8,
  evaluation: syntheticMediaScreenEvaluation,
  version: '1',
};
