import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { removeFiles } from '../room/remove-files.ts';
import type { CountingDeps } from '../room/room.ts';
import { newDatasetFile } from './dataset-upload-file.ts';
import { sumSizes } from './dataset-upload.ts';
import type { DatasetUpload } from './dataset-upload.ts';

type AcceptDeps = CountingDeps & Pick<Deps, 'datasetFiles'>;

/**
 * Creates the records of the files of an upload, and counts them. NOT_FOUND for an unknown upload, one of another dataset, and one that
 * was discarded or finished.
 */
export async function acceptUpload(
  deps: AcceptDeps,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  { datasetId, uploadId }: { readonly datasetId: string; readonly uploadId: string },
): Promise<{ readonly upload: DatasetUpload; readonly files: readonly File[] }> {
  const upload = await deps.datasetUploads.find(organizationId, uploadId);
  if (upload?.datasetId !== datasetId || !isStored(upload)) throw notFound('upload');
  const files = upload.files.map((file) => newDatasetFile(upload, file));
  const inserted = await deps.datasetFiles.insert(files, { listing: datasetId });
  await deps.storageUse.settle(organizationId, uploadId, sumSizes(files));
  if (await deps.datasetUploads.accept(upload)) return { upload, files: await readRecords(deps, files) };
  await undoInsert(deps, organizationId, inserted);
  throw notFound('upload');
}

function isStored({ state }: DatasetUpload): boolean {
  return state === 'stored' || state === 'accepted';
}

/** Returns the records in the order of the upload: a client may have changed them since. */
async function readRecords(
  { datasetFiles }: Pick<Deps, 'datasetFiles'>,
  files: readonly File[],
): Promise<readonly File[]> {
  const [first] = files;
  if (first === undefined) return [];
  const records = await datasetFiles.findMany(
    first.organizationId,
    files.map(({ id }) => id),
  );
  const byId = new Map(records.map((file) => [file.id, file]));
  return files.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Removes records that were inserted after the upload was discarded or finished. They may not have been counted. */
async function undoInsert(
  deps: AcceptDeps,
  organizationId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await removeFiles(deps, organizationId, { fileIds });
  await deps.storageUse.requestRecompute(organizationId, deps.clock.now());
}
