import { listDurables } from '@assay/chassis/events/consumer';
import type { ConsumerTuning } from '@assay/chassis/events/consumer';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import type { Config } from './config.ts';
import { consumers } from './consumers.ts';
import { commentCollection, commentIndexes } from './store/comment-store.ts';
import { datasetUploadCollection, datasetUploadIndexes } from './store/dataset-upload-store.ts';
import { derivedObjectCollection, derivedObjectIndexes } from './store/derived-object-store.ts';
import { fileCollection, fileIndexes, fileMigrations } from './store/file/file-store.ts';
import { folderCollection, folderIndexes } from './store/folder-store.ts';
import { pipelineRunCollection, pipelineRunIndexes } from './store/pipeline-run-store.ts';
import { inputDataCollection, inputDataIndexes } from './store/input-data-store.ts';
import { projectCollection, projectIndexes } from './store/project/project-store.ts';
import { tombstoneCollection, tombstoneIndexes } from './store/tombstone-store.ts';
import { renditionCollection, renditionIndexes } from './store/rendition-store.ts';
import { resumableUploadCollection, resumableUploadIndexes } from './store/resumable-upload-store.ts';
import { storageUseCollection, storageUseIndexes } from './store/storage-use-store.ts';
import { uploadCollection, uploadIndexes } from './store/upload-store.ts';
import { enrichmentStream, filesStream, projectsStream } from './streams.ts';
import { workflowCollection, workflowIndexes } from './store/workflow-store.ts';

const name = 'projects-files';

/**
 * Of every collection the service owns. A backup reads them in this order: of what is written one after the other, the last comes
 * first, so that a copy never has the later without the earlier.
 */
export const indexes: ServiceResources['indexes'] = {
  [uploadCollection]: uploadIndexes,
  [resumableUploadCollection]: resumableUploadIndexes,
  [datasetUploadCollection]: datasetUploadIndexes,
  [projectCollection]: projectIndexes,
  [fileCollection]: fileIndexes,
  [renditionCollection]: renditionIndexes,
  [folderCollection]: folderIndexes,
  [commentCollection]: commentIndexes,
  [workflowCollection]: workflowIndexes,
  [pipelineRunCollection]: pipelineRunIndexes,
  [inputDataCollection]: inputDataIndexes,
  [derivedObjectCollection]: derivedObjectIndexes,
  [storageUseCollection]: storageUseIndexes,
  [tombstoneCollection]: tombstoneIndexes,
};

/** What projects-files owns, for its prepare command and for the look of its processes whether it is there. */
export function declareResources(config: Config): ServiceResources {
  return {
    name,
    indexes,
    outboxes: [
      fileCollection,
      renditionCollection,
      tombstoneCollection,
      pipelineRunCollection,
      datasetUploadCollection,
    ],
    migrations: fileMigrations,
    streams: [filesStream, projectsStream, enrichmentStream],
    durables: listDurables(name, consumers, tuningOf(config)),
    storage: config,
  };
}

export function tuningOf(config: Config): ConsumerTuning {
  return { concurrency: config.enrichmentConcurrency, ackWaitMs: config.enrichmentAckWaitMs };
}
