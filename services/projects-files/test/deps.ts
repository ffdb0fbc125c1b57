import { createLogger } from '@assay/chassis/logger';
import { createObjectDeletions } from '@assay/chassis/storage/object-deletions';
import { createArrivingContent } from '../src/domain/resumable-upload/arriving-content.ts';
import { createPartBuffers } from '../src/domain/resumable-upload/part-buffers.ts';
import { createCompletions } from '../src/domain/resumable-upload/completions.ts';
import { createCommentStore } from '../src/store/comment-store.ts';
import { createDerivedObjectStore } from '../src/store/derived-object-store.ts';
import { createDatasetFileStore } from '../src/store/file/dataset-file-store.ts';
import { createDatasetUploadStore } from '../src/store/dataset-upload-store.ts';
import { createFileStore } from '../src/store/file/file-store.ts';
import { createFolderStore } from '../src/store/folder-store.ts';
import { createInputDataStore } from '../src/store/input-data-store.ts';
import { createPipelineRunStore } from '../src/store/pipeline-run-store.ts';
import { createProjectStore } from '../src/store/project/project-store.ts';
import { createResumableUploadStore } from '../src/store/resumable-upload-store.ts';
import { createStorageUseStore } from '../src/store/storage-use-store.ts';
import { createRenditionStore } from '../src/store/rendition-store.ts';
import { createTombstoneStore } from '../src/store/tombstone-store.ts';
import { createUploadStore } from '../src/store/upload-store.ts';
import { createWorkflowStore } from '../src/store/workflow-store.ts';
import type { Started } from './start.ts';

/** What another process of the service works with, on the same servers; its relay is dead. */
export function depsOf({ clock, storage, db, config }: Started) {
  const relay = { notify: () => undefined };
  const delayMs = config.objectDeletionDelayMs;
  const derivedObjects = createDerivedObjectStore(db);
  const datasetFiles = createDatasetFileStore(db);
  const isNamed = async (organizationId: string, key: string): Promise<boolean> =>
    (await derivedObjects.isKept(organizationId, key)) || (await datasetFiles.isNamed(organizationId, key));
  return {
    clock,
    storage,
    objectDeletions: createObjectDeletions({ db, clock, storage }, { delayMs, isNamed }),
    logger: createLogger({ name: 'test', level: 'silent' }),
    projects: createProjectStore(db),
    files: createFileStore(db, relay),
    datasetFiles,
    datasetUploads: createDatasetUploadStore(db, relay),
    derivedObjects,
    folders: createFolderStore(db),
    comments: createCommentStore(db),
    workflows: createWorkflowStore(db),
    pipelineRuns: createPipelineRunStore(db, relay),
    inputData: createInputDataStore(db),
    renditions: createRenditionStore(db, relay),
    tombstones: createTombstoneStore(db, relay),
    uploads: createUploadStore(db),
    resumableUploads: createResumableUploadStore(db),
    completions: createCompletions(),
    arrivingContent: createArrivingContent(),
    partBuffers: createPartBuffers(),
    storageUse: createStorageUseStore(db),
    storageLimits: {
      bytes: config.storageMaxBytes,
      files: config.storageMaxFiles,
      uploads: config.uploadsPerOrganization,
    },
    uploadLimits: {
      image: config.uploadMaxImageBytes,
      audio: config.uploadMaxAudioBytes,
      video: config.uploadMaxVideoBytes,
      document: config.uploadMaxDocumentBytes,
    },
  };
}
