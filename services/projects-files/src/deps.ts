import type { Clock } from '@assay/chassis/clock';
import { DomainError } from '@assay/chassis/errors';
import { openChannel } from '@assay/chassis/grpc/client';
import type { TypedClient } from '@assay/chassis/grpc/client';
import type { Logger } from '@assay/chassis/logger';
import type { ServiceBase } from '@assay/chassis/process/boot/service-base';
import { createObjectDeletions } from '@assay/chassis/storage/object-deletions';
import type { ObjectDeletions } from '@assay/chassis/storage/object-deletions';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import { openStorage } from '@assay/chassis/storage/open-storage';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import type { TemporaryFolders } from '@assay/chassis/temporary-folder';
import { loadTrustList } from '@assay/media/c2pa/load-trust-list';
import { announceConfinement } from '@assay/media/isolate/confinement';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import type { Config } from './config.ts';
import { byKind } from './domain/file/media-kind.ts';
import { createArrivingContent } from './domain/resumable-upload/arriving-content.ts';
import type { ArrivingContent } from './domain/resumable-upload/arriving-content.ts';
import { createCompletions } from './domain/resumable-upload/completions.ts';
import type { Completions } from './domain/resumable-upload/completions.ts';
import type { StorageLimits } from './domain/room/storage-use.ts';
import type { UploadLimits } from './domain/upload/upload.ts';
import { createPartBuffers } from './domain/resumable-upload/part-buffers.ts';
import type { PartBuffers } from './domain/resumable-upload/part-buffers.ts';
import { createMediaReader } from './media-reader/media-reader.ts';
import type { MediaReader } from './media-reader/media-reader.ts';
import { createRenditionMaker } from './rendition-maker/rendition-maker.ts';
import type { RenditionMaker } from './rendition-maker/rendition-maker.ts';
import { createCommentStore } from './store/comment-store.ts';
import type { CommentStore } from './store/comment-store.ts';
import { createDerivedObjectStore } from './store/derived-object-store.ts';
import type { DerivedObjectStore } from './store/derived-object-store.ts';
import { createDatasetFileStore } from './store/file/dataset-file-store.ts';
import type { DatasetFileStore } from './store/file/dataset-file-store.ts';
import { createDatasetUploadStore } from './store/dataset-upload-store.ts';
import type { DatasetUploadStore } from './store/dataset-upload-store.ts';
import { createFileStore } from './store/file/file-store.ts';
import type { FileStore } from './store/file/file-store.ts';
import { createFolderStore } from './store/folder-store.ts';
import type { FolderStore } from './store/folder-store.ts';
import { createPipelineRunStore } from './store/pipeline-run-store.ts';
import type { PipelineRunStore } from './store/pipeline-run-store.ts';
import { createInputDataStore } from './store/input-data-store.ts';
import type { InputDataStore } from './store/input-data-store.ts';
import { createProjectStore } from './store/project/project-store.ts';
import type { ProjectStore } from './store/project/project-store.ts';
import { createRenditionStore } from './store/rendition-store.ts';
import type { RenditionStore } from './store/rendition-store.ts';
import { createTombstoneStore } from './store/tombstone-store.ts';
import type { TombstoneStore } from './store/tombstone-store.ts';
import { createResumableUploadStore } from './store/resumable-upload-store.ts';
import type { ResumableUploadStore } from './store/resumable-upload-store.ts';
import { createStorageUseStore } from './store/storage-use-store.ts';
import type { StorageUseStore } from './store/storage-use-store.ts';
import { createUploadStore } from './store/upload-store.ts';
import type { UploadStore } from './store/upload-store.ts';
import { createWorkflowStore } from './store/workflow-store.ts';
import type { WorkflowStore } from './store/workflow-store.ts';

/** What lives as long as the process. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly projects: ProjectStore;
  readonly files: FileStore;
  readonly datasetFiles: DatasetFileStore;
  readonly datasetUploads: DatasetUploadStore;
  readonly derivedObjects: DerivedObjectStore;
  readonly comments: CommentStore;
  readonly folders: FolderStore;
  readonly workflows: WorkflowStore;
  readonly pipelineRuns: PipelineRunStore;
  readonly inputData: InputDataStore;
  readonly uploads: UploadStore;
  readonly renditions: RenditionStore;
  readonly tombstones: TombstoneStore;
  readonly storageUse: StorageUseStore;
  readonly storageLimits: StorageLimits;
  readonly resumableUploads: ResumableUploadStore;
  readonly completions: Completions;
  readonly arrivingContent: ArrivingContent;
  readonly partBuffers: PartBuffers;
  readonly storage: ObjectStorage;
  readonly objectDeletions: ObjectDeletions;
  /** Those who belong to the organization of a call. */
  readonly members: Pick<TypedClient<typeof MembersServiceService>, 'getMember'>;
  readonly uploadLimits: UploadLimits;
  /** Reads untrusted files in processes of their own. */
  readonly mediaReader: MediaReader;
  /** Converts untrusted files in processes of their own. */
  readonly renditionMaker: RenditionMaker;
  /** Where files lie while they are read. */
  readonly temporaryFolders: TemporaryFolders;
}

export async function createDeps(base: ServiceBase, config: Config): Promise<Deps> {
  const { db, relay, clock, runtime } = base;
  const limits = {
    slots: config.enrichmentConcurrency,
    perOrganization: config.enrichmentPerOrganization,
  };
  const storage = openStorage(base, config);
  const delayMs = config.objectDeletionDelayMs;
  const derivedObjects = createDerivedObjectStore(db);
  const datasetFiles = createDatasetFileStore(db);
  const isNamed = async (organizationId: string, key: string): Promise<boolean> =>
    (await derivedObjects.isKept(organizationId, key)) || (await datasetFiles.isNamed(organizationId, key));
  return {
    clock,
    logger: runtime.logger,
    storage,
    objectDeletions: createObjectDeletions({ db, clock, storage }, { delayMs, isNamed }),
    mediaReader: await openMediaReader(base, config),
    renditionMaker: await openRenditionMaker(base, config),
    temporaryFolders: createTemporaryFolders(config.enrichmentTempDir, { clock }),
    projects: createProjectStore(db),
    files: createFileStore(db, relay, limits),
    datasetFiles,
    datasetUploads: createDatasetUploadStore(db, relay),
    derivedObjects,
    comments: createCommentStore(db),
    folders: createFolderStore(db),
    members: openMembers(base, config.identityOrgAddress),
    workflows: createWorkflowStore(db),
    pipelineRuns: createPipelineRunStore(db, relay),
    inputData: createInputDataStore(db),
    uploads: createUploadStore(db),
    renditions: createRenditionStore(db, relay, limits),
    tombstones: createTombstoneStore(db, relay),
    storageUse: createStorageUseStore(db),
    storageLimits: {
      bytes: config.storageMaxBytes,
      files: config.storageMaxFiles,
      uploads: config.uploadsPerOrganization,
    },
    resumableUploads: createResumableUploadStore(db),
    completions: createCompletions(),
    arrivingContent: createArrivingContent(),
    partBuffers: createPartBuffers(),
    uploadLimits: {
      image: config.uploadMaxImageBytes,
      audio: config.uploadMaxAudioBytes,
      video: config.uploadMaxVideoBytes,
      document: config.uploadMaxDocumentBytes,
    },
  };
}

async function openMediaReader({ runtime }: ServiceBase, config: Config): Promise<MediaReader> {
  await announceConfinement(runtime.logger);
  const rssLimits = {
    image: config.enrichmentImageMaxRssBytes,
    audio: config.enrichmentAudioMaxRssBytes,
    video: config.enrichmentVideoMaxRssBytes,
    text: config.enrichmentTextMaxRssBytes,
  };
  const reader = await createMediaReader({
    size: config.enrichmentConcurrency,
    timeoutsMs: {
      image: config.enrichmentTimeoutMs,
      text: config.enrichmentTimeoutMs,
      audio: config.enrichmentAudioTimeoutMs,
      video: config.enrichmentVideoTimeoutMs,
    },
    maxRssBytes: byKind((kind) => rssLimits[kind] ?? config.enrichmentMaxRssBytes),
    configuredPath: config.ffmpegPath,
    searchPath: config.programFolders,
    mayRunUnconfined: config.ffmpegUnconfined === 'allowed',
    trustList: await loadTrustList(config.c2paTrustListFile),
    logger: runtime.logger,
  });
  runtime.lifecycle.onStop('media reader', () => reader.close());
  return reader;
}

async function openRenditionMaker({ runtime }: ServiceBase, config: Config): Promise<RenditionMaker> {
  const maker = await createRenditionMaker({
    size: config.enrichmentConcurrency,
    configuredPath: config.ffmpegPath,
    searchPath: config.programFolders,
    mayRunUnconfined: config.ffmpegUnconfined === 'allowed',
    maxRssBytes: {
      image: config.enrichmentImageMaxRssBytes ?? config.enrichmentMaxRssBytes,
      video: config.enrichmentVideoMaxRssBytes ?? config.enrichmentMaxRssBytes,
    },
    logger: runtime.logger,
  });
  runtime.lifecycle.onStop('rendition maker', () => maker.close());
  return maker;
}

function openMembers({ tokens, runtime }: ServiceBase, address: string | undefined): Deps['members'] {
  if (address !== undefined) {
    return openChannel(runtime, 'identity-org', { address, tokens }).client(MembersServiceService);
  }
  const unknown = new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'IDENTITY_ORG_ADDRESS is not set');
  return { getMember: () => Promise.reject(unknown) };
}
