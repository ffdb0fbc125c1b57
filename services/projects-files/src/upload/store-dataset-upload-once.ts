import { DatasetUpload as DatasetUploadMessage } from '@assay/proto/files/v1/dataset_files_service';
import type { CallContext } from '@assay/chassis/call-context';
import type { GuardedAnswer } from '@assay/chassis/grpc/guard-rpc';
import type { Attempt, Idempotency } from '@assay/chassis/idempotency/idempotency';
import type { Deps } from '../deps.ts';
import type { DatasetUpload, UploadedFile } from '../domain/dataset-upload/dataset-upload.ts';
import { completeDatasetUpload } from '../domain/dataset-upload/receive.ts';
import { toStoredUploadMessage } from '../rpc/dataset-upload-message.ts';
import { uploadRule } from './identify-uploader.ts';

interface Storing {
  readonly deps: Deps;
  readonly idempotency: Idempotency;
  /** Removes the received objects. Used when an earlier request has stored the files, or the key belongs to other files. */
  readonly discard: () => Promise<void>;
}

interface ReceivedFiles {
  readonly upload: DatasetUpload;
  readonly files: readonly UploadedFile[];
}

/** Describes an upload for its idempotency key. Repetitions must have the same names and bytes, in the same order. */
const method: Attempt['method'] = {
  path: 'POST /v2/datasets/:datasetId/files',
  requestSerialize: (request) => {
    const { upload, files } = request as ReceivedFiles;
    const list = files.map(({ name, sha256 }) => [name, sha256]);
    return Buffer.from(JSON.stringify([upload.datasetId, list]));
  },
  responseSerialize: (message) =>
    Buffer.from(DatasetUploadMessage.encode(message as DatasetUploadMessage).finish()),
  responseDeserialize: (bytes) => DatasetUploadMessage.decode(bytes),
};

/**
 * Completes a received upload, once for each idempotency key. A repetition receives the first answer. ALREADY_EXISTS when the key
 * belongs to other files, ABORTED while the first request is still running.
 */
export async function storeDatasetUploadOnce(
  { deps, idempotency, discard }: Storing,
  call: CallContext,
  request: ReceivedFiles,
): Promise<GuardedAnswer<DatasetUploadMessage>> {
  const { idempotencyKey } = call;
  const progress = { hasBegun: false };
  const run = async (repeatable: CallContext): Promise<DatasetUploadMessage> => {
    progress.hasBegun = true;
    return toStoredUploadMessage(await completeDatasetUpload(deps, repeatable, request));
  };
  // An upload that `datasets` discarded, because it waited for too long, is stored again.
  const isCurrent = async (response: unknown): Promise<boolean> => {
    const { uploadId } = response as DatasetUploadMessage;
    return (await deps.datasetUploads.find(call.organizationId, uploadId))?.state !== 'discarded';
  };
  try {
    const attempt = { method, rule: uploadRule, request, run, isCurrent };
    const { response, isReplay } =
      idempotencyKey === undefined
        ? { response: await run(call), isReplay: false }
        : await idempotency.once({ ...call, idempotencyKey }, attempt);
    const message = response as DatasetUploadMessage;
    if (message.uploadId !== request.upload.id) await discard();
    return { response: message, isReplay };
  } catch (error) {
    // A write that fails may have happened all the same: then `datasets` discards the upload when it is overdue.
    if (!progress.hasBegun) await discard();
    throw error;
  }
}
