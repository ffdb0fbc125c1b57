/** An upload of many files into a dataset. It continues while the person looks at other pages of the desk. */

import type { Dataset } from '../../../shared/api/api-types.ts';
import { ApiError } from '../../../shared/api-error.ts';
import { pause } from '../../parts/pause.ts';
import { createIdempotencyKey } from '../../parts/request.ts';
import { uploadFiles } from '../parts/dataset-api.ts';
import { describeDatasetError, describeRefusal } from '../parts/dataset-errors.ts';
import { planBatches } from './plan-batches.ts';

export interface Refusal {
  readonly name: string;
  readonly reason: string;
}

export interface DatasetUpload {
  readonly total: number;
  stored: number;
  readonly refused: Refusal[];
  /** The share of the running request that is sent, in files. */
  sending: number;
  status: 'running' | 'interrupted' | 'ended';
  /** The reason of an interruption. */
  problem: string;
  onChange?: (() => void) | undefined;
  /** Continues after an interruption. Files that were stored are not stored again. */
  resume(): void;
}

interface Batch {
  readonly files: readonly File[];
  readonly key: string;
}

const maxAttempts = 3;
const retryMs = 1_500;
const uploads = new Map<string, DatasetUpload>();

addEventListener('beforeunload', (event) => {
  if ([...uploads.values()].some(({ status }) => status === 'running')) event.preventDefault();
});

/** Returns the running or last upload into a dataset during this visit. */
export const findUpload = (datasetId: string): DatasetUpload | undefined => uploads.get(datasetId);

export function startUpload(
  { id, modality }: Pick<Dataset, 'id' | 'modality'>,
  files: readonly File[],
): DatasetUpload {
  const waiting = planBatches(files, modality).map(createBatch);
  const upload: DatasetUpload = {
    total: files.length,
    stored: 0,
    refused: [],
    sending: 0,
    status: 'running',
    problem: '',
    resume() {
      upload.status = 'running';
      void sendAll(id, upload, waiting);
    },
  };
  uploads.set(id, upload);
  upload.resume();
  return upload;
}

const createBatch = (files: readonly File[]): Batch => ({ files, key: createIdempotencyKey() });

async function sendAll(datasetId: string, upload: DatasetUpload, waiting: Batch[]): Promise<void> {
  upload.onChange?.();
  for (let batch = waiting[0]; batch !== undefined; batch = waiting[0]) {
    try {
      await send(datasetId, upload, batch);
      upload.stored += batch.files.length;
      waiting.shift();
    } catch (error) {
      const rest = refuseFile(upload, batch, error);
      if (rest === undefined) {
        upload.status = 'interrupted';
        upload.problem = describeDatasetError(error);
        break;
      }
      waiting.splice(0, 1, ...(rest.length > 0 ? [createBatch(rest)] : []));
    }
    upload.sending = 0;
    upload.onChange?.();
  }
  if (upload.status === 'running') upload.status = 'ended';
  upload.sending = 0;
  upload.onChange?.();
}

/** Sends a request again after a lost connection. Its key ensures that the files are stored once. */
async function send(datasetId: string, upload: DatasetUpload, batch: Batch): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await uploadFiles(datasetId, batch, (share) => {
        upload.sending = Math.floor(share * batch.files.length);
        upload.onChange?.();
      });
      return;
    } catch (error) {
      const isTransient = error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
      if (!isTransient || count === maxAttempts) throw error;
      await pause(retryMs * count);
    }
  }
}

/** Notes the file that the error names, and returns the other files; undefined when the error is about none of them. */
function refuseFile(upload: DatasetUpload, { files }: Batch, error: unknown): readonly File[] | undefined {
  if (!(error instanceof ApiError) || ![413, 415, 422].includes(error.status)) return undefined;
  const { fileName } = error.details;
  const refused = files.find(({ name }) => name === fileName) ?? (files.length === 1 ? files[0] : undefined);
  if (refused === undefined) return undefined;
  upload.refused.push({ name: refused.name, reason: describeRefusal(error) });
  return files.filter((file) => file !== refused);
}
