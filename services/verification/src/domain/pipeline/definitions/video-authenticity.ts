import { videoChanges } from '../../../checks/check.ts';
import type { Pipeline } from '../pipeline.ts';
import { fusionStage } from './fusion-stage.ts';

const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo'] as const;

export const videoAuthenticity: Pipeline = {
  slug: 'video-authenticity',
  name: 'Video authenticity',
  description:
    'Reads how one video was written: the layout of its container, the devices and programs it names, and whether its dates agree. ' +
    'It does not examine what is seen or heard, and its report says so.',
  status: 'active',
  estimatedMinutes: 1,
  tier: 'ai-only',
  requiredFiles: [
    {
      label: 'Video',
      description: 'The file as it was received; a copy sent through a messenger was written anew by it.',
      mimeTypes: videoTypes,
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
      task: { kind: 'examine', checks: ['video-container'] },
    },
    fusionStage,
  ],
  changes: videoChanges,
  costCents: 5,
  evaluation: null,
  version: '1',
};
