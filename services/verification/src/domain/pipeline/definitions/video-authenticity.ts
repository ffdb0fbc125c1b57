import { videoChanges } from '../../../checks/check.ts';
import { containerStage, recordingPipeline } from './recording-pipeline.ts';

export const videoAuthenticity = recordingPipeline({
  slug: 'video-authenticity',
  name: 'Video authenticity',
  description:
    'Reads how one video was written: the layout of its container, the devices and programs it names, and whether its dates agree. ' +
    'It does not examine what is seen or heard, and its report says so.',
  estimatedMinutes: 1,
  label: 'Video',
  mimeTypes: ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo'],
  examinations: [containerStage('video-container')],
  changes: videoChanges,
  costCents: 5,
  version: '1',
});
