import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { ProjectFile } from '../file/file.ts';
import { recordFirstEnrichment } from '../pipeline-run/record-enrichment.ts';
import { newFile } from '../upload/new-file.ts';
import { sumSizes } from './dataset-upload.ts';
import type { DatasetUpload, UploadedFile } from './dataset-upload.ts';

export type AdoptDeps = Pick<
  Deps,
  'datasetUploads' | 'files' | 'tombstones' | 'storageUse' | 'pipelineRuns' | 'logger'
>;

/**
 * Creates the files of a project that stored objects become, and counts them. The upload describes all of them, so whoever finds it
 * completes what a dead process began. Files of a project that was deleted go when the deletion is announced again.
 */
export async function adoptProjectFiles(
  deps: AdoptDeps,
  upload: DatasetUpload,
  call?: CallContext,
): Promise<void> {
  const { organizationId, id, projectId, files } = upload;
  if (projectId === null) return;
  // The files have no operation of their own: their ids derive from it.
  const cause = { requestId: call?.requestId ?? id, operation: undefined };
  for (const uploaded of files) {
    // A user may have deleted a file that a dead process inserted.
    if ((await deps.tombstones.find(organizationId, uploaded.id)) !== undefined) continue;
    const file = newProjectFile({ ...upload, projectId }, uploaded);
    await deps.files.insert(file, cause);
    await recordFirstEnrichment(deps, file);
  }
  await deps.storageUse.settle(organizationId, id, sumSizes(files));
  await deps.datasetUploads.finish(upload);
}

function newProjectFile(
  {
    organizationId,
    projectId,
    uploaderId,
    keyPrefix,
    createdAt,
  }: DatasetUpload & { readonly projectId: string },
  { id: fileId, sourceFileId, origin, ...content }: UploadedFile,
): ProjectFile {
  const place = { fileId, organizationId, projectId, uploaderId, storageKey: `${keyPrefix}${fileId}` };
  return {
    ...newFile(place, content, createdAt),
    origin: origin ?? 'user_upload',
    sourceFileId: sourceFileId ?? undefined,
    enrichmentRun: { id: fileId, createdAt },
  };
}
