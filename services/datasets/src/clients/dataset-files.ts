import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { createServiceCall } from '@assay/chassis/call-context';
import type { File } from '@assay/proto/files/v1/file';
import { DatasetFilesServiceService } from '@assay/proto/files/v1/dataset_files_service';
import type {
  AddDerivedFilesRequest,
  CopyFilesRequest,
  DatasetUpload,
} from '@assay/proto/files/v1/dataset_files_service';

/** The records and objects of files, which projects-files owns. Every call is in the name of this service. */
export interface DatasetFiles {
  /** Creates the records of an upload. NOT_FOUND for an upload that was discarded or finished. */
  accept(organizationId: string, upload: UploadName): Promise<readonly File[]>;
  /** Forgets an upload whose files a version names. */
  finish(organizationId: string, uploadId: string): Promise<void>;
  /** Removes everything of an upload that no version will name. */
  discard(organizationId: string, uploadId: string): Promise<void>;
  copy(organizationId: string, request: CopyFilesRequest): Promise<DatasetUpload>;
  /** Creates the records of derived files. FAILED_PRECONDITION with reason QUOTA_EXCEEDED. */
  addDerived(organizationId: string, request: AddDerivedFilesRequest): Promise<readonly File[]>;
  /** Reads the files that exist. */
  find(organizationId: string, fileIds: readonly string[]): Promise<readonly File[]>;
  /** Requests the enrichment of files that were never enriched, and reads all that exist. */
  enrich(organizationId: string, fileIds: readonly string[], signal: AbortSignal): Promise<readonly File[]>;
  /** Hides files from the list of raw files. */
  unlist(organizationId: string, files: FileNames): Promise<void>;
  /** Removes records and objects that no version names. */
  remove(organizationId: string, files: FileNames): Promise<void>;
}

export interface UploadName {
  readonly datasetId: string;
  readonly uploadId: string;
}

export interface FileNames {
  readonly datasetId: string;
  readonly fileIds: readonly string[];
}

export function createDatasetFiles(channel: Channel): DatasetFiles {
  const client = channel.client(DatasetFilesServiceService);
  return {
    async accept(organizationId, upload) {
      const { upload: accepted } = await client.acceptUpload(callFor(organizationId), { ...upload });
      return accepted?.files ?? [];
    },
    async finish(organizationId, uploadId) {
      await client.finishUpload(callFor(organizationId), { uploadId });
    },
    async discard(organizationId, uploadId) {
      await client.discardUpload(callFor(organizationId), { uploadId });
    },
    async copy(organizationId, request) {
      const { upload } = await client.copyFiles(callFor(organizationId), request);
      if (upload === undefined) throw new Error('projects-files answered without an upload');
      return upload;
    },
    addDerived: async (organizationId, request) =>
      (await client.addDerivedFiles(callFor(organizationId), request)).files,
    find: async (organizationId, fileIds) =>
      (await client.getDatasetFiles(callFor(organizationId), { fileIds: [...fileIds] })).files,
    enrich: async (organizationId, fileIds, signal) =>
      (await client.enrichDatasetFiles({ ...callFor(organizationId), signal }, { fileIds: [...fileIds] }))
        .files,
    async unlist(organizationId, { datasetId, fileIds }) {
      await client.unlistDatasetFiles(callFor(organizationId), { datasetId, fileIds: [...fileIds] });
    },
    async remove(organizationId, { datasetId, fileIds }) {
      await client.removeDatasetFiles(callFor(organizationId), { datasetId, fileIds: [...fileIds] });
    },
  };
}

const callFor = (organizationId: string): OutgoingCall => createServiceCall('datasets', organizationId);
