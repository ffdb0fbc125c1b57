import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import type { File } from '@assay/proto/files/v1/file';
import type { Deps } from '../../deps.ts';

interface AddRequest {
  readonly projectId: string;
  readonly versionId: string;
  readonly fileIds: readonly string[];
}

/** Copies files of a finished version into a project: all of them or none. NOT_FOUND for a file that the version does not name. */
export async function addFilesFromDataset(
  { versions, segments, datasetFiles }: Pick<Deps, 'versions' | 'segments' | 'datasetFiles'>,
  call: CallContext,
  { projectId, versionId, fileIds }: AddRequest,
): Promise<readonly File[]> {
  const { organizationId } = call;
  const version = await versions.findAnywhere(organizationId, versionId);
  if (version === undefined) throw notFound('version');
  for (const fileId of fileIds) {
    const held = await segments.findFile(organizationId, version.segmentIds, fileId);
    if (held === undefined) throw notFound('file');
  }
  const { files } = await datasetFiles.copy(organizationId, {
    uploaderId: readUserId(call),
    fileIds: [...fileIds],
    toDataset: undefined,
    toProjectId: projectId,
    operationId: newIdFor(call, 'copy'),
  });
  return files;
}
