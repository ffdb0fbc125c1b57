import { videoChanges } from '@assay/checks/search/change-kinds';
import { videoAuthenticityEvaluation } from './evaluations/video-authenticity.ts';
import { containerStage, recordingPipeline, soundStage, videoTypes } from './recording-pipeline.ts';

export const videoAuthenticity = recordingPipeline({
  slug: 'video-authenticity',
  name: 'Video authenticity',
  description:
    'Validates the Content Credentials of one video, reads how it was written, when each of its pictures is shown and whether it was coded before, and looks for pictures and sound that occur twice. ' +
    'It does not look for changes within its pictures, and its report says so.',
  estimatedMinutes: 2,
  label: 'Video',
  mimeTypes: videoTypes,
  examinations: [
    containerStage('video-container'),
    {
      slug: 'picture-traces',
      name: 'Picture traces',
      type: 'ai',
      description:
        'Decodes its first pictures small and grey, and looks for gaps and for pictures that are shown twice.',
      costWeight: 4,
      task: { kind: 'examine', checks: ['video-timing', 'video-coding-rhythm', 'video-frames'] },
    },
    soundStage,
  ],
  changes: videoChanges,
  rarelyFound: ['repeated-frames', 'copied-sound'],
  evaluation: videoAuthenticityEvaluation,
  costCents: 5,
  version: '6',
});
