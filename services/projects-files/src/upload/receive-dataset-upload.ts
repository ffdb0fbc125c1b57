import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField } from '@assay/chassis/errors';
import type { GuardedAnswer } from '@assay/chassis/grpc/guard-rpc';
import type { Idempotency } from '@assay/chassis/idempotency/idempotency';
import type { DatasetUpload as DatasetUploadMessage } from '@assay/proto/files/v1/dataset_files_service';
import type { Deps } from '../deps.ts';
import { maxUploadBytes, maxUploadFiles } from '../domain/dataset-upload/dataset-upload.ts';
import type { DatasetRef, DatasetUpload, UploadedFile } from '../domain/dataset-upload/dataset-upload.ts';
import { clearUpload } from '../domain/dataset-upload/discard-upload.ts';
import { beginDatasetUpload } from '../domain/dataset-upload/receive.ts';
import { uploadTooLarge } from '../domain/upload/upload-errors.ts';
import { readParts } from './read-parts.ts';
import { storeDatasetPart } from './store-dataset-part.ts';
import { storeDatasetUploadOnce } from './store-dataset-upload-once.ts';
import { maxOverheadBytes } from './store-content.ts';
import { readTextField } from './text-field.ts';

interface Received {
  readonly dataset: DatasetRef;
  readonly request: FastifyRequest;
}

const partName = 'file[]';

/**
 * Stores the files of a multipart body, all or none. After any failure the objects are removed; the sweep removes what this process
 * cannot remove any more.
 */
export async function receiveDatasetUpload(
  deps: Deps,
  call: CallContext,
  { dataset, request, idempotency }: Received & { readonly idempotency: Idempotency },
): Promise<GuardedAnswer<DatasetUploadMessage>> {
  checkAnnouncedSize(request);
  const upload = await beginDatasetUpload(deps, call, dataset);
  const files = await receiveFiles(deps, call, { dataset, request, upload }).catch(async (error: unknown) => {
    // The storage may still carry out a request that it did not answer: then the sweep clears the upload once more.
    await tryToDiscard(deps, upload, { isFinal: error instanceof DomainError });
    throw error;
  });
  const discard = (): Promise<void> => tryToDiscard(deps, upload, { isFinal: true });
  return storeDatasetUploadOnce({ deps, idempotency, discard }, call, { upload, files });
}

function checkAnnouncedSize({ headers }: FastifyRequest): void {
  const receivedBytes = Number(headers['content-length']);
  if (receivedBytes > maxUploadBytes + maxOverheadBytes) {
    throw uploadTooLarge({ maxBytes: maxUploadBytes, receivedBytes });
  }
}

async function tryToDiscard(
  deps: Deps,
  upload: DatasetUpload,
  { isFinal }: { readonly isFinal: boolean },
): Promise<void> {
  try {
    const discarded = await deps.datasetUploads.discardReceiving(upload, { now: deps.clock.now() });
    if (discarded === undefined) return;
    await clearUpload(deps, discarded);
    if (isFinal) await deps.datasetUploads.remove(upload);
  } catch (error) {
    deps.logger.warn({ err: error, uploadId: upload.id }, 'the sweep removes a failed upload');
  }
}

async function receiveFiles(
  deps: Deps,
  call: CallContext,
  { dataset, request, upload }: Received & { readonly upload: DatasetUpload },
): Promise<readonly UploadedFile[]> {
  const files: UploadedFile[] = [];
  const fileParts = { name: partName, maxFiles: maxUploadFiles };
  for await (const { part, declaredMimeType } of readParts(request, call.signal, fileParts)) {
    if (!isFile(part)) throw refuseField(part);
    if (files.length >= maxUploadFiles) throw uploadTooLarge({ maxFiles: maxUploadFiles });
    const incoming = { dataset, request, upload, part, declaredMimeType, stored: files };
    files.push(await storeDatasetPart(deps, call, incoming));
  }
  call.signal.throwIfAborted();
  if (files.length === 0) throw invalidField(partName, `the body must have a part named "${partName}"`);
  return files;
}

/** INVALID_ARGUMENT for a file under another name. */
function isFile(part: Multipart): part is MultipartFile {
  if (part.type !== 'file') return false;
  if (part.fieldname === partName) return true;
  throw invalidField(partName, `the files must be in parts named "${partName}"`);
}

/** The form has no text fields. */
function refuseField(part: Exclude<Multipart, MultipartFile>): Error {
  readTextField(part, [], partName);
  return invalidField(part.fieldname, 'The form has no field with this name.');
}
