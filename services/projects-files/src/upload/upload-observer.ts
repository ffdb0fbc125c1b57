import type { FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { DomainError } from '@assay/chassis/errors';
import type { Runtime } from '@assay/chassis/process/runtime';
import type { DatasetUpload } from '@assay/proto/files/v1/dataset_files_service';
import type { File } from '@assay/proto/files/v1/file';
import type { StoredPart } from '../domain/resumable-upload/store-part.ts';
import { requestIdOf } from './identify-uploader.ts';

export type UploadOutcome =
  | { readonly file: File }
  | { readonly repeatedFileId: string }
  | { readonly upload: DatasetUpload }
  | { readonly repeatedUploadId: string }
  | { readonly part: StoredPart }
  | { readonly dataSetId: string }
  | { readonly error: unknown };

/** Logs and counts how uploads end. */
export function createUploadObserver({ metrics, logger }: Runtime) {
  const uploads = new Counter({
    name: 'assay_uploads_total',
    help: 'Answered uploads by outcome: stored, repeated, part stored, input data stored, or the reason of the refusal.',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const bytes = new Counter({
    name: 'assay_upload_bytes_total',
    help: 'Bytes of stored files.',
    registers: [metrics],
  });
  return (request: FastifyRequest, outcome: UploadOutcome): void => {
    const requestId = requestIdOf(request);
    if ('file' in outcome) {
      const { id: fileId, sizeBytes, mimeType } = outcome.file;
      uploads.inc({ outcome: 'stored' });
      bytes.inc(sizeBytes);
      logger.debug({ requestId, fileId, sizeBytes, mimeType }, 'stored an upload');
      return;
    }
    if ('repeatedFileId' in outcome) {
      uploads.inc({ outcome: 'repeated' });
      logger.debug({ requestId, fileId: outcome.repeatedFileId }, 'repeated the answer to an upload');
      return;
    }
    if ('upload' in outcome) {
      const { uploadId, files } = outcome.upload;
      uploads.inc({ outcome: 'stored' });
      bytes.inc(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
      logger.debug({ requestId, uploadId, files: files.length }, 'stored an upload to a dataset');
      return;
    }
    if ('repeatedUploadId' in outcome) {
      uploads.inc({ outcome: 'repeated' });
      logger.debug({ requestId, uploadId: outcome.repeatedUploadId }, 'repeated the answer to an upload');
      return;
    }
    if ('part' in outcome) {
      const { partNumber, sizeBytes } = outcome.part;
      uploads.inc({ outcome: 'part stored' });
      logger.debug({ requestId, partNumber, sizeBytes }, 'stored a part of an upload');
      return;
    }
    if ('dataSetId' in outcome) {
      uploads.inc({ outcome: 'input data stored' });
      logger.debug({ requestId, dataSetId: outcome.dataSetId }, 'stored input data');
      return;
    }
    const { error } = outcome;
    uploads.inc({ outcome: error instanceof DomainError ? error.reason : 'INTERNAL' });
    if (error instanceof DomainError) logger.info({ requestId, reason: error.reason }, 'refused an upload');
    else logger.error({ requestId, err: error }, 'an upload failed');
  };
}
