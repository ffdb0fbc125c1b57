import { audioChanges } from '@assay/checks/search/change-kinds';
import { audioAuthenticityEvaluation } from './evaluations/audio-authenticity.ts';
import { containerStage, recordingPipeline, soundStage, soundTypes } from './recording-pipeline.ts';

export const audioAuthenticity = recordingPipeline({
  slug: 'audio-authenticity',
  name: 'Audio authenticity',
  description:
    'Validates the Content Credentials of one recording, reads how it was written, finds out whether it was coded before, and looks for sound that was copied within it. ' +
    'It cannot tell whose voice is heard, and its report says what it did not look for.',
  estimatedMinutes: 1,
  label: 'Recording',
  mimeTypes: soundTypes,
  examinations: [containerStage('audio-container'), soundStage],
  changes: audioChanges,
  evaluation: audioAuthenticityEvaluation,
  costCents: 5,
  version: '5',
});
