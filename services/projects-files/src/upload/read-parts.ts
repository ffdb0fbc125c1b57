import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '@assay/chassis/errors';
import { malformedUpload, missingFile, uploadAborted } from '../domain/upload-errors.ts';

/** An upload takes one file; a second one is let through to be refused by name. */
const limits = {
  fieldNameSize: 255,
  fieldSize: 65_536,
  fields: 20,
  files: 2,
  // Judged while streaming, by the type of the content.
  fileSize: Infinity,
  headerPairs: 50,
  parts: 60,
};

/**
 * The parts of a multipart body in their order; a file's content has to be read before the next part comes.
 * INVALID_ARGUMENT for a body that is none, is malformed or exceeds a limit, CANCELLED when the client goes away.
 */
export async function* readParts(request: FastifyRequest, signal: AbortSignal): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) {
    throw missingFile('the body must be multipart/form-data with one part named "file"');
  }
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw toTransferError(request, signal, error);
  }
}

/** What a failure while reading the body means. */
export function toTransferError(request: FastifyRequest, signal: AbortSignal, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (signal.reason instanceof DomainError) return signal.reason;
  return request.raw.destroyed && !request.raw.complete ? uploadAborted() : malformedUpload(error);
}
