import { audioChanges } from '../../../checks/check.ts';
import type { Pipeline } from '../pipeline.ts';
import { fusionStage } from './fusion-stage.ts';

const audioTypes = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/mp4', 'audio/flac'] as const;

export const audioAuthenticity: Pipeline = {
  slug: 'audio-authenticity',
  name: 'Audio authenticity',
  description:
    'Reads how one recording was written: the layout of its container, the devices and programs it names, and whether its dates agree. ' +
    'It does not examine what is seen or heard, and its report says so.',
  status: 'active',
  estimatedMinutes: 1,
  tier: 'ai-only',
  requiredFiles: [
    {
      label: 'Recording',
      description: 'The file as it was received; a copy sent through a messenger was written anew by it.',
      mimeTypes: audioTypes,
      minCount: 1,
      maxCount: 1,
      requiredEnrichmentFields: [],
    },
  ],
  requiredContextFields: [],
  optionalContextFields: [],
  stages: [
    {
      slug: 'container',
      name: 'Container',
      type: 'ai',
      description: 'Reads who wrote the file, and compares its dates.',
      task: { kind: 'examine', checks: ['audio-container'] },
    },
    fusionStage,
  ],
  changes: audioChanges,
  costCents: 5,
  evaluation: null,
  version: '1',
};
