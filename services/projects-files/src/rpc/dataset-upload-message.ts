import { invalidField } from '@assay/chassis/errors';
import type {
  CopyFilesRequest,
  DatasetRef as DatasetRefMessage,
  DatasetUpload as DatasetUploadMessage,
} from '@assay/proto/files/v1/dataset_files_service';
import type { CopyTarget } from '../domain/dataset-file/copy-files.ts';
import { newDatasetFile } from '../domain/dataset-upload/dataset-upload-file.ts';
import { readDatasetRef } from '../domain/dataset-upload/dataset-upload.ts';
import type { DatasetRef, DatasetUpload } from '../domain/dataset-upload/dataset-upload.ts';
import type { File } from '../domain/file/file.ts';
import { toFileMessage } from './file-message.ts';

interface UploadWithFiles {
  readonly upload: Pick<DatasetUpload, 'id'>;
  readonly files: readonly File[];
}

export function toDatasetUploadMessage({ upload, files }: UploadWithFiles): DatasetUploadMessage {
  return { uploadId: upload.id, files: files.map(toFileMessage) };
}

/** Describes an upload whose files have no records yet. */
export function toStoredUploadMessage(upload: DatasetUpload): DatasetUploadMessage {
  return toDatasetUploadMessage({ upload, files: upload.files.map((file) => newDatasetFile(upload, file)) });
}

/** INVALID_ARGUMENT for a missing dataset, and for one that no dataset can be. */
export function readDataset(field: string, dataset: DatasetRefMessage | undefined): DatasetRef {
  if (dataset === undefined) throw invalidField(field, `${field} is required`);
  return readDatasetRef(dataset);
}

/** INVALID_ARGUMENT unless there is exactly one target. */
export function readTarget({
  toDataset,
  toProjectId,
}: Pick<CopyFilesRequest, 'toDataset' | 'toProjectId'>): CopyTarget {
  if ((toDataset === undefined) === (toProjectId === undefined)) {
    throw invalidField('toDataset', 'exactly one of toDataset and toProjectId is required');
  }
  return toProjectId === undefined
    ? { dataset: readDataset('toDataset', toDataset) }
    : { projectId: toProjectId };
}
