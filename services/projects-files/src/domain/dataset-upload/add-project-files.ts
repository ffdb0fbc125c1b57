import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { DerivedFile } from '../derived-object/add-derived-files.ts';
import { cleanFileName } from '../file/file-name.ts';
import type { File } from '../file/file.ts';
import { findProject } from '../project/get-project.ts';
import { reserveQuota } from '../room/room.ts';
import type { QuotaDeps } from '../room/room.ts';
import { filesPrefix } from '../project/files-prefix.ts';
import { sumSizes } from './dataset-upload.ts';
import type { DatasetUpload, UploadedFile } from './dataset-upload.ts';
import { adoptProjectFiles } from './project-files.ts';
import type { AdoptDeps } from './project-files.ts';

export type AddProjectDeps = QuotaDeps & AdoptDeps & Pick<Deps, 'datasetFiles' | 'projects'>;

interface DerivedProjectFiles {
  readonly projectId: string;
  readonly uploaderId: string;
  readonly files: readonly DerivedFile[];
}

/**
 * Creates files of a project that a job derived, all or none. Enrichment is repeated until the caller has written the objects. NOT_FOUND
 * for an unknown project, FAILED_PRECONDITION with reason QUOTA_EXCEEDED.
 */
export async function addProjectFiles(
  deps: AddProjectDeps,
  call: CallContext,
  { projectId, uploaderId, files }: DerivedProjectFiles,
): Promise<readonly File[]> {
  const { organizationId } = call;
  const ids = files.map(({ fileId }) => fileId);
  const id = newIdFor({ operation: `${organizationId} derived ${ids.join(' ')}` });
  const begun = await deps.datasetUploads.find(organizationId, id);
  if (begun?.state === 'adopting') await adoptProjectFiles(deps, begun, call);
  else if ((await deps.datasetFiles.findMany(organizationId, ids)).length === 0) {
    await findProject(deps, call, projectId);
    const upload = { id, organizationId, uploaderId, projectId, fileIds: ids, files: files.map(toUploaded) };
    await storeProjectFiles(deps, call, upload);
  }
  const found = await deps.datasetFiles.findMany(organizationId, ids);
  return ids.flatMap((fileId) => found.find((file) => file.id === fileId) ?? []);
}

type NewUpload = Pick<DatasetUpload, 'id' | 'organizationId' | 'uploaderId' | 'fileIds' | 'files'> & {
  readonly projectId: string;
};

async function storeProjectFiles(
  deps: AddProjectDeps,
  call: CallContext,
  { files, ...rest }: NewUpload,
): Promise<void> {
  const { organizationId, id: uploadId, projectId } = rest;
  const createdAt = deps.clock.now();
  const keyPrefix = filesPrefix(organizationId, projectId);
  const upload: DatasetUpload = {
    ...rest,
    datasetId: null,
    keyPrefix,
    state: 'receiving',
    files: [],
    createdAt,
  };
  await deps.datasetUploads.insert(upload);
  const { usedBytes: bytes, usedFiles } = sumSizes(files);
  try {
    await reserveQuota(deps, { organizationId, uploadId, bytes, files: usedFiles });
  } catch (error) {
    const discarded = await deps.datasetUploads.discardReceiving(upload, { now: createdAt });
    if (discarded !== undefined) await deps.datasetUploads.remove(upload);
    throw error;
  }
  await deps.datasetUploads.complete(upload, {
    state: 'adopting',
    files,
    operation: undefined,
    now: createdAt,
  });
  await adoptProjectFiles(deps, { ...upload, files }, call);
}

function toUploaded({ fileId: id, name, ...content }: DerivedFile): UploadedFile {
  return { ...content, id, name: cleanFileName(name), etag: '', origin: 'workflow_generated' };
}
