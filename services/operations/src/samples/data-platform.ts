import { DataPlatformRun, DataPlatformRunItem } from '@assay/proto/dataplatform/v1/data_platform_run';
import { StartRunRequest } from '@assay/proto/dataplatform/v1/data_platform_service';
import { StartLanguageRunRequest } from '@assay/proto/dataplatform/v1/language_technology_service';
import { sample } from '../sample.ts';
import { createdAt, ids, updatedAt } from './values.ts';

const item = DataPlatformRunItem.fromPartial({
  fileId: ids.file,
  status: 'DATA_PLATFORM_RUN_STATUS_COMPLETED',
  result: { language: 'en', share: 1, languages: [{ language: 'en', share: 1 }], excerpts: 4 },
});

export const dataPlatformSamples = [
  sample(DataPlatformRunItem, item),
  sample(DataPlatformRun, {
    id: ids.dataPlatformRun,
    targetType: 'JOB_TARGET_TYPE_PROJECT_FILE',
    targetId: ids.file,
    projectId: ids.project,
    pipelineSlug: 'language-id',
    pipelineVersion: '1.0.0',
    status: 'DATA_PLATFORM_RUN_STATUS_COMPLETED',
    items: [item],
    createdAt,
    startedAt: createdAt,
    completedAt: updatedAt,
  }),
  sample(StartRunRequest, {
    targetType: 'JOB_TARGET_TYPE_DATASET_VERSION',
    targetId: ids.rawVersion,
    mode: 'JOB_MODE_CLEANING',
    pipelineSlug: 'image-standard',
    label: 'first cleaning',
  }),
  sample(StartLanguageRunRequest, {
    projectId: ids.project,
    pipelineSlug: 'language-id',
    fileIds: [ids.file],
  }),
];
