import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import { maxUploadBytes, sumSizes } from '../domain/dataset-upload/dataset-upload.ts';
import type { DatasetRef, DatasetUpload, UploadedFile } from '../domain/dataset-upload/dataset-upload.ts';
import { listModalityTypes, readDeclaredType } from '../domain/dataset-upload/modality.ts';
import { addFileKey } from '../domain/dataset-upload/receive.ts';
import { cleanFileName } from '../domain/file/file-name.ts';
import { partSizeBytes } from '../domain/resumable-upload/resumable-upload.ts';
import { reserveQuota, resizeReservation } from '../domain/room/room.ts';
import { measure, readHead, TransferError } from '../domain/upload/measured-content.ts';
import { readType } from '../domain/upload/read-type.ts';
import type { AcceptedType } from '../domain/upload/read-type.ts';
import { unsupportedMediaType, uploadTooLarge } from '../domain/upload/upload-errors.ts';
import { readContent, toTransferError } from './read-parts.ts';
import { unescapeName } from './store-content.ts';

interface IncomingPart {
  readonly dataset: DatasetRef;
  readonly request: FastifyRequest;
  readonly upload: DatasetUpload;
  readonly part: MultipartFile;
  readonly declaredMimeType: string | undefined;
  /** The files of the parts before. */
  readonly stored: readonly UploadedFile[];
}

/**
 * Streams one file to the storage. The errors are those of an upload to a project, with the name of the file and the types of the
 * modality.
 */
export async function storeDatasetPart(
  deps: Deps,
  { signal }: CallContext,
  incoming: IncomingPart,
): Promise<UploadedFile> {
  const name = cleanFileName(unescapeName(incoming.part.filename));
  try {
    return await readContent(incoming.part, signal, () => storeContent(deps, { ...incoming, name }));
  } catch (error) {
    if (error instanceof TransferError) throw toTransferError(incoming.request, signal, error.cause);
    throw error instanceof DomainError ? describeError(error, name, incoming.dataset) : error;
  }
}

async function storeContent(
  deps: Deps,
  {
    dataset,
    request,
    upload,
    part,
    declaredMimeType,
    stored,
    name,
  }: IncomingPart & { readonly name: string },
): Promise<UploadedFile> {
  const { head, chunks } = await readHead(part.file);
  const type = await readAcceptedType(head, declaredMimeType, dataset);
  const { usedBytes } = sumSizes(stored);
  const limits = limitContent(deps, type, usedBytes);
  const announcedBytes = Number(request.headers['content-length']) - usedBytes;
  const expectedBytes = Number.isSafeInteger(announcedBytes) ? announcedBytes : limits.maxBytes;
  const { organizationId, id: uploadId } = upload;
  const reserve = stored.length === 0 ? reserveQuota : resizeReservation;
  await reserve(deps, {
    organizationId,
    uploadId,
    files: stored.length + 1,
    bytes: usedBytes + Math.max(0, Math.min(expectedBytes, limits.maxBytes)),
  });
  const { fileId: id, storageKey } = await addFileKey(deps, upload);
  const { mimeType } = type;
  const content = measure(chunks, { ...limits, ...type });
  try {
    const options = { contentType: mimeType, partSizeBytes };
    const { etag } = await deps.storage.upload(storageKey, content.source, options);
    return { id, name, mimeType, etag, sourceFileId: null, ...content.facts() };
  } catch (error) {
    throw content.failure() ?? error;
  }
}

async function readAcceptedType(
  head: Buffer,
  declared: string | undefined,
  { modality }: DatasetRef,
): Promise<AcceptedType> {
  const type = await readType(head, readDeclaredType(modality, declared));
  const allowedMimeTypes = listModalityTypes(modality);
  if (allowedMimeTypes.includes(type.mimeType)) return type;
  throw unsupportedMediaType({
    declaredMimeType: declared ?? null,
    detectedMimeType: type.mimeType,
    allowedMimeTypes,
  });
}

/** A file is limited by its type, and by the size of the whole upload. */
function limitContent(
  { uploadLimits }: Pick<Deps, 'uploadLimits'>,
  { category }: AcceptedType,
  usedBytes: number,
) {
  const ofType = uploadLimits[category];
  const rest = maxUploadBytes - usedBytes;
  if (ofType <= rest) return { maxBytes: ofType };
  const tooLarge = (receivedBytes: number): Error =>
    uploadTooLarge({ maxBytes: maxUploadBytes, receivedBytes: usedBytes + receivedBytes });
  return { maxBytes: rest, tooLarge };
}

const reasonsOfFiles = ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE', 'UNPROCESSABLE_FILE'];

/** Adds the name of the file to an error about its content. */
function describeError(error: DomainError, fileName: string, { modality }: DatasetRef): DomainError {
  const { status, reason, message, cause, details } = error;
  if (!reasonsOfFiles.includes(reason)) return error;
  const types = reason === 'UNSUPPORTED_MEDIA_TYPE' && { allowedMimeTypes: listModalityTypes(modality) };
  return new DomainError(status, reason, message, { cause, details: { ...details, ...types, fileName } });
}
