import type { FastifyReply } from 'fastify';
import { DatasetUpload } from '@assay/proto/files/v1/dataset_files_service';
import { File } from '@assay/proto/files/v1/file';
import { UploadPart } from '@assay/proto/files/v1/upload';
import { CreateInputDataSetResponse } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { Status } from '@assay/proto/google/rpc/status';
import { DomainError } from '@assay/chassis/errors';
import type { ErrorStatus } from '@assay/chassis/errors';
import { replayedMetadata } from '@assay/chassis/grpc/contract/call-metadata';
import { toStatus } from '@assay/chassis/grpc/contract/status';
import type { GuardedAnswer } from '@assay/chassis/grpc/guard-rpc';
import type { StoredPart } from '../domain/resumable-upload/store-part.ts';
import { toPartMessage } from '../rpc/upload-message.ts';
import type { UploadOutcome } from './upload-observer.ts';

const contentType = 'application/x-protobuf';

const statusOfReason: Readonly<Record<string, number>> = {
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  UNPROCESSABLE_FILE: 422,
  QUOTA_EXCEEDED: 409,
  UPLOAD_LIMIT: 409,
  UPLOAD_STATE: 409,
  CONCURRENCY_LIMIT: 429,
};

const statusOfCode: Readonly<Partial<Record<ErrorStatus, number>>> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  DEADLINE_EXCEEDED: 408,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  CANCELLED: 499,
  UNAVAILABLE: 503,
};

/** What was stored, as it is answered and as it is observed. */
export interface StoredAnswer {
  readonly code: 200 | 201;
  readonly body: Uint8Array;
  /** Whether an earlier request under the same idempotency key stored it. */
  readonly isReplay?: boolean;
  readonly outcome: UploadOutcome;
}

/** `assay.files.v1.File` with 201. */
export function fileAnswer({ response, isReplay }: GuardedAnswer<File>): StoredAnswer {
  const outcome = isReplay ? { repeatedFileId: response.id } : { file: response };
  return { code: 201, body: File.encode(response).finish(), isReplay, outcome };
}

/** `assay.files.v1.DatasetUpload` with 201. */
export function datasetUploadAnswer({ response, isReplay }: GuardedAnswer<DatasetUpload>): StoredAnswer {
  const outcome = isReplay ? { repeatedUploadId: response.uploadId } : { upload: response };
  return { code: 201, body: DatasetUpload.encode(response).finish(), isReplay, outcome };
}

/** `assay.files.v1.UploadPart` with 200. */
export function partAnswer(part: StoredPart): StoredAnswer {
  return { code: 200, body: UploadPart.encode(toPartMessage(part)).finish(), outcome: { part } };
}

/** `assay.inputdata.v1.CreateInputDataSetResponse` with 201. */
export function dataSetAnswer({
  response,
  isReplay,
}: GuardedAnswer<CreateInputDataSetResponse>): StoredAnswer {
  const body = CreateInputDataSetResponse.encode(response).finish();
  return { code: 201, body, isReplay, outcome: { dataSetId: response.dataSet?.id ?? '' } };
}

export function sendStored(
  reply: FastifyReply,
  { code, body, isReplay = false }: StoredAnswer,
): FastifyReply {
  if (isReplay) reply.header(replayedMetadata, 'true');
  return reply.code(code).type(contentType).send(Buffer.from(body));
}

/** `google.rpc.Status` with the HTTP status it roughly means; the code in the body is what counts. */
export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const body = Buffer.from(Status.encode(toStatus(error)).finish());
  return reply.code(httpStatus(error)).type(contentType).send(body);
}

export function httpStatus(error: unknown): number {
  if (!(error instanceof DomainError)) return 500;
  return statusOfReason[error.reason] ?? statusOfCode[error.status] ?? 500;
}
