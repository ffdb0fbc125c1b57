import type { FastifyReply } from 'fastify';
import { File as FileMessage } from '@assay/proto/files/v1/file';
import { UploadPart } from '@assay/proto/files/v1/upload';
import { Status } from '@assay/proto/google/rpc/status';
import { DomainError } from '@assay/chassis/errors';
import type { ErrorStatus } from '@assay/chassis/errors';
import { toStatus } from '@assay/chassis/grpc/status';
import type { File } from '../domain/file/file.ts';
import type { StoredPart } from '../domain/resumable-upload/store-part.ts';
import { toFileMessage } from '../rpc/file-message.ts';
import { toPartMessage } from '../rpc/upload-message.ts';

const contentType = 'application/x-protobuf';

const statusOfReason: Readonly<Record<string, number>> = {
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  UNPROCESSABLE_FILE: 422,
  QUOTA_EXCEEDED: 409,
  UPLOAD_STATE: 409,
};

const statusOfCode: Readonly<Partial<Record<ErrorStatus, number>>> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  DEADLINE_EXCEEDED: 408,
  ABORTED: 409,
  CANCELLED: 499,
  UNAVAILABLE: 503,
};

/** `assay.files.v1.File` with 201. */
export function sendFile(reply: FastifyReply, file: File): FastifyReply {
  return reply
    .code(201)
    .type(contentType)
    .send(Buffer.from(FileMessage.encode(toFileMessage(file)).finish()));
}

/** `assay.files.v1.UploadPart` with 200. */
export function sendPart(reply: FastifyReply, part: StoredPart): FastifyReply {
  return reply
    .code(200)
    .type(contentType)
    .send(Buffer.from(UploadPart.encode(toPartMessage(part)).finish()));
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
