import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { GuardedAnswer } from '@assay/chassis/grpc/guard-rpc';
import type { Idempotency } from '@assay/chassis/idempotency/idempotency';
import type { File as FileMessage } from '@assay/proto/files/v1/file';
import type { Deps } from '../deps.ts';
import type { ProjectFile } from '../domain/file/file.ts';
import { admitUpload, beginUpload, clearUpload, discardUpload } from '../domain/upload/pending-upload.ts';
import type { PendingUpload, StoredContent } from '../domain/upload/upload.ts';
import { filePartName, missingFile, secondFile } from '../domain/upload/upload-errors.ts';
import { TransferError } from '../domain/upload/measured-content.ts';
import { readContent, readParts, toTransferError } from './read-parts.ts';
import { storeContent } from './store-content.ts';
import { storeOnce } from './store-once.ts';
import { addField, readStatedValues } from './upload-fields.ts';

/**
 * Stores the one file of a multipart body. Whatever fails before the file's document is written, nothing is left behind;
 * what this process cannot remove any more, the sweeper does.
 */
export async function receiveUpload(
  deps: Deps,
  call: CallContext,
  { idempotency, ...input }: ReceivedRequest & { readonly idempotency: Idempotency },
): Promise<GuardedAnswer<FileMessage>> {
  const upload = await beginUpload(deps, call, input.projectId);
  const file = await receiveFile(deps, call, { ...input, upload }).catch(async (error: unknown) => {
    // What the storage has not answered it may still carry out: then the record stays, by which the sweeper finds the object.
    await tryToRemove(deps, upload, error instanceof DomainError ? discardUpload : clearUpload);
    throw error;
  });
  const discard = (): Promise<void> => tryToRemove(deps, upload, discardUpload);
  return storeOnce({ deps, idempotency, discard }, call, file);
}

interface ReceivedRequest {
  readonly projectId: string;
  readonly request: FastifyRequest;
}

async function tryToRemove(deps: Deps, upload: PendingUpload, remove: typeof discardUpload): Promise<void> {
  await remove(deps, upload).catch((cause: unknown) => {
    deps.logger.warn(
      { err: cause, fileId: upload.fileId },
      'removing a failed upload is left to the sweeper',
    );
  });
}

interface IncomingFile {
  readonly request: FastifyRequest;
  readonly upload: PendingUpload;
}

interface IncomingFilePart extends IncomingFile {
  readonly part: MultipartFile;
  readonly declaredMimeType: string | undefined;
}

async function receiveFile(
  deps: Deps,
  call: CallContext,
  { request, upload }: IncomingFile,
): Promise<ProjectFile> {
  let content: StoredContent | undefined;
  const fields: Parameters<typeof addField>[0] = new Map();
  for await (const { part, declaredMimeType } of readParts(request, call.signal)) {
    if (!isFile(part)) {
      addField(fields, part);
      continue;
    }
    if (content !== undefined) throw secondFile();
    content = await receivePart(deps, call, { request, upload, part, declaredMimeType });
  }
  call.signal.throwIfAborted();
  if (content === undefined) throw missingFile('the part "file" is missing');
  const stated = await readStatedValues(deps, call, { projectId: upload.projectId, fields });
  return { ...(await admitUpload(deps, call, { upload, content })), ...stated };
}

async function receivePart(
  deps: Deps,
  { signal }: CallContext,
  { request, upload, part, declaredMimeType }: IncomingFilePart,
): Promise<StoredContent> {
  const announced = Number(request.headers['content-length']);
  const announcedBytes = Number.isSafeInteger(announced) ? announced : undefined;
  const incoming = { part, upload, announcedBytes, declaredMimeType };
  try {
    return await readContent(part, signal, () => storeContent(deps, incoming));
  } catch (error) {
    throw error instanceof TransferError ? toTransferError(request, signal, error.cause) : error;
  }
}

/** INVALID_ARGUMENT for a file under another name. */
function isFile(part: Multipart): part is MultipartFile {
  if (part.type === 'file' && part.fieldname === filePartName) return true;
  if (part.type === 'file') throw missingFile('the file must be in the part "file"');
  return false;
}
