import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import { buildRawPrefix } from '@assay/proto/dataset-objects';
import type { Deps } from '../../deps.ts';
import { newDatasetFile } from '../dataset-upload/dataset-upload-file.ts';
import { sumSizes } from '../dataset-upload/dataset-upload.ts';
import type { DatasetRef, DatasetUpload, UploadedFile } from '../dataset-upload/dataset-upload.ts';
import { clearUpload } from '../dataset-upload/discard-upload.ts';
import type { DiscardDeps } from '../dataset-upload/discard-upload.ts';
import { listModalityTypes } from '../dataset-upload/modality.ts';
import { adoptProjectFiles } from '../dataset-upload/project-files.ts';
import type { AdoptDeps } from '../dataset-upload/project-files.ts';
import type { File } from '../file/file.ts';
import { findProject } from '../project/get-project.ts';
import { reserveQuota } from '../room/room.ts';
import type { QuotaDeps } from '../room/room.ts';
import { filesPrefix } from '../project/files-prefix.ts';
import { unsupportedMediaType, uploadExpired } from '../upload/upload-errors.ts';

export type CopyTarget = { readonly dataset: DatasetRef } | { readonly projectId: string };

export interface Copying {
  readonly uploaderId: string;
  readonly fileIds: readonly string[];
  readonly target: CopyTarget;
  /** The same id copies once. */
  readonly operationId: string;
}

type CopyDeps = QuotaDeps & DiscardDeps & AdoptDeps & Pick<Deps, 'datasetFiles' | 'projects'>;

interface Copies {
  readonly upload: Pick<DatasetUpload, 'id'>;
  readonly files: readonly File[];
}

/**
 * Copies files within the object storage, all or none. The ids of the copies derive from the operation, so a repetition finds or
 * completes what an earlier call began. NOT_FOUND if a file is missing; to a dataset also for a file that no project has,
 * INVALID_ARGUMENT for a type that the dataset does not take, and FAILED_PRECONDITION with reason ENRICHMENT_INCOMPLETE for a file whose
 * enrichment failed; FAILED_PRECONDITION with reason QUOTA_EXCEEDED.
 */
export async function copyFiles(deps: CopyDeps, call: CallContext, copying: Copying): Promise<Copies> {
  const { organizationId } = call;
  const operation = `${organizationId} copy ${copying.operationId}`;
  const upload = newUpload(call, copying, {
    id: newIdFor({ operation }, 'upload'),
    fileIds: copying.fileIds.map((_, index) => newIdFor({ operation }, index.toString())),
    createdAt: deps.clock.now(),
  });
  const begun = await deps.datasetUploads.find(organizationId, upload.id);
  if (begun !== undefined && begun.state !== 'receiving') return readCopies(deps, call, begun);
  if (begun === undefined) {
    const records = await readRecords(deps, upload);
    if (records.length > 0) return describeCopies(upload, records);
  }
  const sources = await readSources(deps, call, copying);
  await deps.datasetUploads.insert(upload);
  return storeCopies(deps, call, { upload: begun ?? upload, sources });
}

function newUpload(
  { organizationId }: CallContext,
  { uploaderId, target }: Copying,
  ids: Pick<DatasetUpload, 'id' | 'fileIds' | 'createdAt'>,
): DatasetUpload {
  const place =
    'dataset' in target
      ? {
          datasetId: target.dataset.datasetId,
          projectId: null,
          keyPrefix: buildRawPrefix({ organizationId, internalId: target.dataset.internalId }),
        }
      : {
          datasetId: null,
          projectId: target.projectId,
          keyPrefix: filesPrefix(organizationId, target.projectId),
        };
  return { ...ids, ...place, organizationId, uploaderId, state: 'receiving', files: [] };
}

/** Returns what an earlier call with the same operation stored. */
async function readCopies(deps: CopyDeps, call: CallContext, upload: DatasetUpload): Promise<Copies> {
  if (upload.state === 'discarded') throw uploadExpired();
  if (upload.state === 'adopting') await adoptProjectFiles(deps, upload, call);
  if (upload.state === 'stored') {
    return { upload, files: upload.files.map((file) => newDatasetFile(upload, file)) };
  }
  return describeCopies(upload, await readRecords(deps, upload));
}

/** An upload to a project has ended, so that its id says nothing. */
function describeCopies(upload: DatasetUpload, files: readonly File[]): Copies {
  return { upload: { id: upload.projectId === null ? upload.id : '' }, files };
}

async function readRecords(
  { datasetFiles }: Pick<Deps, 'datasetFiles'>,
  { organizationId, fileIds }: DatasetUpload,
): Promise<readonly File[]> {
  const found = await datasetFiles.findMany(organizationId, fileIds);
  return fileIds.flatMap((id) => found.find((file) => file.id === id) ?? []);
}

async function readSources(
  deps: Pick<CopyDeps, 'datasetFiles' | 'projects'>,
  call: CallContext,
  { fileIds, target }: Copying,
): Promise<readonly File[]> {
  if ('projectId' in target) await findProject(deps, call, target.projectId);
  const found = await deps.datasetFiles.findMany(call.organizationId, fileIds);
  return fileIds.map((id) => {
    const file = found.find((one) => one.id === id);
    if (file === undefined) throw notFound('file');
    if ('dataset' in target) requireSource(file, target.dataset);
    return file;
  });
}

/** A file of a project, of a type that the dataset takes, whose enrichment has not failed. */
function requireSource(file: File, { modality }: DatasetRef): void {
  if (file.projectId === undefined) throw notFound('file');
  requireType(file, listModalityTypes(modality));
  // A running enrichment is accepted like a pending one: the answer must not depend on the moment of the call.
  if (file.enrichmentStatus === 'failed') throw enrichmentFailed(file);
}

function enrichmentFailed({ id: fileId, name: fileName, enrichmentStatus }: File): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'ENRICHMENT_INCOMPLETE',
    'The enrichment of a file has failed. Retry its enrichment, or leave out the file.',
    { details: { fileId, fileName, enrichmentStatus } },
  );
}

function requireType({ name: fileName, mimeType }: File, allowedMimeTypes: readonly string[]): void {
  if (allowedMimeTypes.includes(mimeType)) return;
  const types = { declaredMimeType: null, detectedMimeType: mimeType, allowedMimeTypes };
  const { status, reason, message, details } = unsupportedMediaType(types);
  throw new DomainError(status, reason, message, { details: { ...details, fileName } });
}

interface BegunCopies {
  readonly upload: DatasetUpload;
  readonly sources: readonly File[];
}

async function storeCopies(
  deps: CopyDeps,
  call: CallContext,
  { upload, sources }: BegunCopies,
): Promise<Copies> {
  const files = await copyObjects(deps, { upload, sources }).catch(async (error: unknown) => {
    const now = deps.clock.now();
    const discarded = await deps.datasetUploads.discardReceiving(upload, { now });
    if (discarded !== undefined) {
      await clearUpload(deps, discarded);
      if (error instanceof DomainError) await deps.datasetUploads.remove(upload);
    }
    throw error;
  });
  const state = upload.projectId === null ? 'stored' : 'adopting';
  const completion = { state, files, operation: undefined, now: deps.clock.now() } as const;
  await deps.datasetUploads.complete(upload, completion);
  // Otherwise a call with the same operation has completed it.
  const stored = await deps.datasetUploads.find(upload.organizationId, upload.id);
  if (stored !== undefined) return readCopies(deps, call, stored);
  const records = await readRecords(deps, upload);
  if (records.length === 0) throw uploadExpired();
  return describeCopies(upload, records);
}

async function copyObjects(
  deps: CopyDeps,
  { upload, sources }: BegunCopies,
): Promise<readonly UploadedFile[]> {
  const { organizationId, id: uploadId } = upload;
  const { usedBytes: bytes, usedFiles: files } = sumSizes(sources);
  await reserveQuota(deps, { organizationId, uploadId, bytes, files });
  const copies: UploadedFile[] = [];
  for (const [index, source] of sources.entries()) {
    const id = upload.fileIds[index] ?? '';
    const { name, mimeType, sizeBytes, sha256 } = source;
    const copied = await deps.storage.copy(source.storageKey, `${upload.keyPrefix}${id}`);
    // The file was deleted at the same time.
    if (copied === undefined) throw notFound('file');
    copies.push({ id, name, mimeType, sizeBytes, sha256, ...copied, sourceFileId: source.id });
  }
  return copies;
}
