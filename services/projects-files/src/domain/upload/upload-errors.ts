import { DomainError, invalidField } from '@assay/chassis/errors';

export const filePartName = 'file';

export function missingFile(message: string): DomainError {
  return invalidField(filePartName, message);
}

export function secondFile(): DomainError {
  return invalidField(filePartName, 'the body must have exactly one part named "file"');
}

export function malformedUpload(cause: unknown): DomainError {
  return new DomainError(
    'INVALID_ARGUMENT',
    'MALFORMED_MULTIPART',
    'The multipart body is malformed. Send multipart/form-data with one part named `file`.',
    {
      cause,
    },
  );
}

export function unprocessableFile(reason: string): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'UNPROCESSABLE_FILE', reason, { details: { reason } });
}

export interface TypeFacts {
  readonly declaredMimeType: string | null;
  readonly detectedMimeType: string | null;
  readonly allowedMimeTypes: readonly string[];
}

export function unsupportedMediaType({
  declaredMimeType,
  detectedMimeType,
  allowedMimeTypes,
}: TypeFacts): DomainError {
  return new DomainError(
    'INVALID_ARGUMENT',
    'UNSUPPORTED_MEDIA_TYPE',
    detectedMimeType === null
      ? 'The content has no accepted file type.'
      : `Content of type ${detectedMimeType} is not accepted${declaredMimeType === null ? '' : ` as ${declaredMimeType}`}.`,
    { details: { declaredMimeType, detectedMimeType, allowedMimeTypes } },
  );
}

export interface SizeFacts {
  readonly maxBytes: number;
  /** Bytes of the file read so far, or the announced length of the body when that alone is too much. */
  readonly receivedBytes: number;
  readonly mimeType: string;
}

export function payloadTooLarge({ maxBytes, receivedBytes, mimeType }: SizeFacts): DomainError {
  return new DomainError(
    'RESOURCE_EXHAUSTED',
    'PAYLOAD_TOO_LARGE',
    `A file of type ${mimeType} can have at most ${maxBytes} bytes.`,
    { details: { maxBytes, receivedBytes, mimeType } },
  );
}

/** The request has more than it may: files, or bytes of all files together. */
export function uploadTooLarge(
  details: { readonly maxFiles: number } | { readonly maxBytes: number; readonly receivedBytes: number },
): DomainError {
  const words =
    'maxFiles' in details ? `${details.maxFiles} files` : `${details.maxBytes} bytes in all files together`;
  return new DomainError(
    'RESOURCE_EXHAUSTED',
    'PAYLOAD_TOO_LARGE',
    `A request can have at most ${words}. Send the rest in further requests.`,
    { details },
  );
}

export function uploadTooSlow(message: string): DomainError {
  return new DomainError('DEADLINE_EXCEEDED', 'UPLOAD_TIMEOUT', message);
}

export function uploadAborted(): DomainError {
  return new DomainError(
    'CANCELLED',
    'UPLOAD_ABORTED',
    'The connection closed before the upload was complete. Send the file again.',
  );
}

export function uploadExpired(): DomainError {
  return new DomainError(
    'ABORTED',
    'UPLOAD_EXPIRED',
    'The upload took too long and was removed. Send the file again.',
  );
}

/** Parts of an upload in parts are missing; at most this many are named. */
const maxNamedParts = 100;

export function uploadIncomplete(missing: readonly number[]): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'UPLOAD_INCOMPLETE',
    'Parts of the upload are missing. Send them and complete it again.',
    {
      details: { state: 'open', missingParts: missing.slice(0, maxNamedParts) },
    },
  );
}

export function uploadState(state: string): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'UPLOAD_STATE',
    'The upload is being completed. Wait for its file.',
    {
      details: { state, allowed: ['open'] },
    },
  );
}
