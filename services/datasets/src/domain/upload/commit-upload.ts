import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { datasetLimits } from '@assay/proto/upload-limits';
import type { File } from '@assay/proto/files/v1/file';
import type { Deps } from '../../deps.ts';
import { countFiles } from '../content/read-content.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { getDataset } from '../dataset/get-dataset.ts';
import { findRaw } from '../version/find-version.ts';
import { placeUpload } from './place-upload.ts';
import { toEntry } from './file-entry.ts';

export type CommitDeps = Pick<
  Deps,
  'datasets' | 'versions' | 'segments' | 'uploadDecisions' | 'datasetFiles' | 'clock'
>;

interface UploadName {
  readonly datasetId: string;
  readonly uploadId: string;
}

/** Puts the files of an upload into the raw version, once however often it is called. NOT_FOUND for an unknown dataset or upload. */
export async function commitUpload(
  deps: CommitDeps,
  call: Pick<CallContext, 'organizationId'>,
  { datasetId, uploadId }: UploadName,
): Promise<void> {
  const dataset = await getDataset(deps, call, datasetId);
  await commitTo(deps, dataset, uploadId);
}

/** Decides that an upload is committed, and carries it out. ABORTED if it was discarded before. */
export async function commitTo(deps: CommitDeps, dataset: Dataset, uploadId: string): Promise<void> {
  const { organizationId, id: datasetId } = dataset;
  if (await deps.segments.hasUpload(organizationId, datasetId, uploadId)) return;
  const decision = await deps.uploadDecisions.decide({
    uploadId,
    organizationId,
    datasetId,
    decision: 'committed',
    decidedAt: deps.clock.now(),
  });
  if (decision.decision === 'discarded') throw uploadExpired();
  const files = await acceptFiles(deps, dataset, uploadId);
  // A concurrent call has finished it.
  if (files === undefined) return;
  await placeUpload(deps, dataset, { decision, files: files.map(toEntry) });
  await deps.datasetFiles.finish(organizationId, uploadId);
}

async function acceptFiles(
  deps: CommitDeps,
  dataset: Dataset,
  uploadId: string,
): Promise<readonly File[] | undefined> {
  const { organizationId, id: datasetId } = dataset;
  try {
    const files = await deps.datasetFiles.accept(organizationId, { datasetId, uploadId });
    await checkSpace(deps, dataset, { uploadId, added: files.length });
    return files;
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 'NOT_FOUND') throw error;
    if (await deps.segments.hasUpload(organizationId, datasetId, uploadId)) return undefined;
    throw notFound('upload');
  }
}

const { filesPerVersion: maxFiles } = datasetLimits;

/** Discards an upload that would exceed the maximum number of files. */
async function checkSpace(
  deps: CommitDeps,
  dataset: Dataset,
  { uploadId, added }: { readonly uploadId: string; readonly added: number },
): Promise<void> {
  const { fileCount } = await countFiles(deps, await findRaw(deps, dataset));
  if (fileCount + added <= maxFiles) return;
  await deps.datasetFiles.discard(dataset.organizationId, uploadId);
  throw new DomainError(
    'RESOURCE_EXHAUSTED',
    'VERSION_FULL',
    `A version has at most ${maxFiles.toString()} files. Remove files or create another dataset.`,
    { details: { maxFiles } },
  );
}

function uploadExpired(): DomainError {
  return new DomainError('ABORTED', 'UPLOAD_EXPIRED', 'The upload waited for too long. Send it again.');
}
