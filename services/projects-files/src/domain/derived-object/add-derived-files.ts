import { newId } from '@assay/chassis/ids';
import type { CallContext } from '@assay/chassis/call-context';
import { buildDerivedKey } from '@assay/proto/dataset-objects';
import type { Deps } from '../../deps.ts';
import { newDatasetFile } from '../dataset-upload/dataset-upload-file.ts';
import { sumSizes } from '../dataset-upload/dataset-upload.ts';
import type { DatasetRef } from '../dataset-upload/dataset-upload.ts';
import { cleanFileName } from '../file/file-name.ts';
import type { File } from '../file/file.ts';
import { reserveQuota } from '../room/room.ts';
import type { QuotaDeps } from '../room/room.ts';
import { holdMs } from './derived-object.ts';
import type { DerivedObject } from './derived-object.ts';

export type AddDerivedDeps = QuotaDeps & Pick<Deps, 'datasetFiles' | 'objectDeletions'>;

/** A file that a job derived. */
export interface DerivedFile {
  readonly fileId: string;
  readonly sourceFileId: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface DerivedFiles {
  readonly dataset: Pick<DatasetRef, 'datasetId' | 'internalId'>;
  readonly uploaderId: string;
  readonly files: readonly DerivedFile[];
}

/**
 * Creates the records of derived files, whose objects the caller writes afterwards. Objects that are new are reserved together before a
 * record exists. FAILED_PRECONDITION with reason QUOTA_EXCEEDED; then nothing was created.
 */
export async function addDerivedFiles(
  deps: AddDerivedDeps,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  input: DerivedFiles,
): Promise<readonly File[]> {
  const records = buildRecords(organizationId, input, deps.clock.now());
  const objects = new Map(records.map(({ storageKey, sizeBytes }) => [storageKey, sizeBytes]));
  const keys = [...objects.keys()];
  const token = newId();
  await holdObjects(
    deps,
    token,
    keys.map((key) => ({ key, organizationId, sizeBytes: objects.get(key) ?? 0 })),
  );
  await deps.datasetFiles.insert(records, { listing: 'none', sharesObject: true });
  // The caller writes the objects after this, so that no deletion in progress can remove them.
  await deps.objectDeletions.cancel(organizationId, keys);
  await deps.derivedObjects.confirm(organizationId, keys, token);
  return readInOrder(deps, organizationId, input.files);
}

/** Inserts the new objects and counts them, or none of them. */
async function holdObjects(
  deps: AddDerivedDeps,
  token: string,
  objects: readonly DerivedObject[],
): Promise<void> {
  const { derivedObjects, storageUse, clock } = deps;
  const checkAt = new Date(clock.now().getTime() + holdMs);
  const added: DerivedObject[] = [];
  for (const object of objects) if (await derivedObjects.hold(object, { token, checkAt })) added.push(object);
  const [first] = added;
  if (first === undefined) return;
  const { organizationId } = first;
  const { usedBytes: bytes, usedFiles: files } = sumSizes(added);
  try {
    await reserveQuota(deps, { organizationId, uploadId: token, bytes, files });
  } catch (error) {
    await derivedObjects.undo(organizationId, token);
    throw error;
  }
  await storageUse.settle(organizationId, token, { usedBytes: bytes, usedFiles: files });
}

function buildRecords(
  organizationId: string,
  { dataset: { datasetId, internalId }, uploaderId, files }: DerivedFiles,
  createdAt: Date,
): readonly File[] {
  const upload = { organizationId, datasetId, uploaderId, keyPrefix: '', createdAt };
  return files.map(({ fileId: id, sourceFileId, name, ...content }) => ({
    ...newDatasetFile(upload, { id, sourceFileId, ...content, name: cleanFileName(name), etag: '' }),
    storageKey: buildDerivedKey({ organizationId, internalId }, content.sha256),
    origin: 'workflow_generated',
  }));
}

/** Returns the records in the order of the request, as they are stored. */
async function readInOrder(
  { datasetFiles }: Pick<Deps, 'datasetFiles'>,
  organizationId: string,
  files: readonly DerivedFile[],
): Promise<readonly File[]> {
  const ids = files.map(({ fileId }) => fileId);
  const found = new Map((await datasetFiles.findMany(organizationId, ids)).map((file) => [file.id, file]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
