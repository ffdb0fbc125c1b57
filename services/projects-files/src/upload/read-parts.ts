import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, invalidField } from '@assay/chassis/errors';
import { kibibytes } from '@assay/chassis/units';
import { filePartName, malformedUpload, uploadAborted } from '../domain/upload/upload-errors.ts';
import { keepBodyStart } from './declared-type.ts';
import type { BodyStart } from './declared-type.ts';

const limits = {
  fieldNameSize: 255,
  fieldSize: kibibytes(64),
  // A file has at most 50 labels, each of which may be a field.
  fields: 60,
  // Judged while streaming, by the type of the content.
  fileSize: Infinity,
  headerPairs: 50,
};

/** The parts with the files of a form. */
export interface FileParts {
  readonly name: string;
  readonly maxFiles: number;
}

const oneFile: FileParts = { name: filePartName, maxFiles: 1 };

/** One part, and the type its header names, if any. */
export interface IncomingPart {
  readonly part: Multipart;
  readonly declaredMimeType: string | undefined;
}

/**
 * The parts of a multipart body in their order; a file's content has to be read before the next part comes.
 * INVALID_ARGUMENT for a body that is none, is malformed or exceeds a limit, CANCELLED when the client goes away.
 */
export async function* readParts(
  request: FastifyRequest,
  signal: AbortSignal,
  { name, maxFiles }: FileParts = oneFile,
): AsyncGenerator<IncomingPart> {
  if (!request.isMultipart()) {
    throw invalidField(
      name,
      `the body must be multipart/form-data with ${maxFiles === 1 ? 'one part' : 'parts'} named "${name}"`,
    );
  }
  // One more is let through, to be refused with a reason.
  const files = maxFiles + 1;
  const parts = request.parts({ limits: { ...limits, files, parts: limits.fields + files + 2 } });
  let start: BodyStart | undefined;
  try {
    let next = parts.next();
    // Asking for the first part began the reading, and nothing arrives before this turn of the event loop ends.
    start = keepBodyStart(request.raw);
    for (let part = await next; part.done !== true; part = await next) {
      yield describe(part.value, start);
      next = parts.next();
    }
  } catch (error) {
    throw toTransferError(request, signal, error);
  } finally {
    start?.release();
  }
}

function describe(part: Multipart, start: BodyStart): IncomingPart {
  if (part.type === 'field') return { part, declaredMimeType: undefined };
  const isDeclared = part.mimetype !== 'text/plain' || start.declaresType(part.fieldname);
  start.release();
  return { part, declaredMimeType: isDeclared ? part.mimetype : undefined };
}

/**
 * Reads the content of a part. Its stream is what everything else waits for: aborted, it is destroyed, and the reading and the
 * iteration over the parts end.
 */
export async function readContent<T>(
  { file }: MultipartFile,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<T> {
  const abort = (): void => void file.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await read();
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What a failure while reading the body means. */
export function toTransferError(request: FastifyRequest, signal: AbortSignal, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (signal.reason instanceof DomainError) return signal.reason;
  return request.raw.destroyed && !request.raw.complete ? uploadAborted() : malformedUpload(error);
}
