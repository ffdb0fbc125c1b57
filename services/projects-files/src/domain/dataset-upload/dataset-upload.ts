import { datasetLimits } from '@assay/proto/upload-limits';
import { invalidField } from '@assay/chassis/errors';
import { hours, minutes, seconds } from '@assay/chassis/units';
import type { FileOrigin } from '../file/file.ts';
import type { StorageUse } from '../room/storage-use.ts';
import type { StoredContent } from '../upload/upload.ts';
import { isModality } from './modality.ts';
import type { Modality } from './modality.ts';

/** A dataset, as the keys of its objects and its accepted types need it. */
export interface DatasetRef {
  readonly datasetId: string;
  readonly internalId: string;
  readonly modality: Modality;
}

/**
 * `receiving`: objects are being stored. `stored`: all objects and their descriptions are there. `accepted`: the files have records.
 * `adopting`: the same for a project, whose files get their records without `datasets`. `discarded`: files and objects are removed, and removed again an hour later, when no call can still be writing.
 */
export type DatasetUploadState = 'receiving' | 'stored' | 'accepted' | 'adopting' | 'discarded';

/** A stored file of an upload. */
export interface UploadedFile extends StoredContent {
  readonly id: string;
  readonly sourceFileId: string | null;
  /** Default: an upload of a user. */
  readonly origin?: FileOrigin;
}

/** Files that are stored for a dataset or a project together, all or none. */
export interface DatasetUpload {
  readonly id: string;
  readonly organizationId: string;
  /** The dataset of the files; null if they are for a project. */
  readonly datasetId: string | null;
  /** The project of the files; null if they are for a dataset. */
  readonly projectId: string | null;
  readonly uploaderId: string;
  /** The common prefix of the keys of its objects. */
  readonly keyPrefix: string;
  readonly state: DatasetUploadState;
  /** The ids of all files whose objects may exist. */
  readonly fileIds: readonly string[];
  /** Empty until all are stored. */
  readonly files: readonly UploadedFile[];
  readonly createdAt: Date;
}

/** The maximum number of files of an upload. */
export const maxUploadFiles = datasetLimits.filesPerUpload;

/** The maximum total size of an upload, in bytes. */
export const maxUploadBytes = datasetLimits.bytesPerUpload;

/** An upload that has not progressed for so long has no process any more. It is longer than any call. */
export const abandonedAfterMs = hours(1);

/** INVALID_ARGUMENT for an internal id or a modality that no dataset has. */
export function readDatasetRef(input: {
  readonly datasetId: string;
  readonly internalId: string;
  readonly modality: string;
}): DatasetRef {
  const { datasetId, internalId, modality } = input;
  if (!/^[A-Za-z0-9_-]{1,100}$/u.test(datasetId)) {
    throw invalidField('datasetId', 'datasetId must have 1 to 100 letters, digits, underscores and hyphens');
  }
  if (!/^[A-Za-z0-9_-]{1,100}$/u.test(internalId)) {
    throw invalidField(
      'internalId',
      'internalId must have 1 to 100 letters, digits, underscores and hyphens',
    );
  }
  if (!isModality(modality)) throw invalidField('modality', 'modality must be that of a dataset');
  return { datasetId, internalId, modality };
}

/** Adds up the sizes of files. */
export function sumSizes(files: readonly { readonly sizeBytes: number }[]): StorageUse {
  return { usedBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), usedFiles: files.length };
}

const firstPauseMs = seconds(60);
const longestPauseMs = minutes(30);

/** Returns when `datasets` is notified about an unfinished upload: the older the upload, the later. */
export function computeOverdueAt(createdAt: Date, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(longestPauseMs, Math.max(firstPauseMs, ageMs)));
}
