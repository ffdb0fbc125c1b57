import { categoryOf } from '@assay/media/sniff/accepted-types';
import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { cleanFileName } from '../file/file-name.ts';
import { getFolder } from '../folder/get-folder.ts';
import { findProject } from '../project/get-project.ts';
import { reserveQuota } from '../room/room.ts';
import type { QuotaDeps } from '../room/room.ts';
import { filesPrefix } from '../project/files-prefix.ts';
import { payloadTooLarge } from '../upload/upload-errors.ts';
import { openForMs, partCount } from './resumable-upload.ts';
import type { NewResumableUpload, ResumableUpload } from './resumable-upload.ts';

type CreateDeps = QuotaDeps &
  Pick<Deps, 'resumableUploads' | 'projects' | 'folders' | 'storage' | 'uploadLimits'>;

/**
 * Begins an upload in parts: its record first, so that whatever happens its parts can be found and removed. NOT_FOUND for
 * an unknown project or folder, or one deleted meanwhile, RESOURCE_EXHAUSTED for more bytes than the type may have, FAILED_PRECONDITION with reason
 * QUOTA_EXCEEDED for more than the organization has room for.
 */
export async function createUpload(
  deps: CreateDeps,
  call: CallContext,
  given: NewResumableUpload,
): Promise<ResumableUpload> {
  checkSize(deps, given);
  const { projectId, folderId } = given;
  await findProject(deps, call, projectId);
  if (folderId !== undefined) await getFolder(deps, call, { folderId, projectId });
  const upload = newUpload(deps, call, given);
  await deps.resumableUploads.insert(upload);
  const { id: uploadId, organizationId } = upload;
  await reserveQuota(deps, { organizationId, uploadId, bytes: upload.sizeBytes }).catch(
    async (error: unknown) => {
      await deps.resumableUploads.remove(organizationId, uploadId);
      throw error;
    },
  );
  const multipartId = await deps.storage.multipart.begin(upload.storageKey, upload.declaredMimeType);
  if (!(await deps.resumableUploads.setMultipartId(organizationId, uploadId, multipartId))) {
    await deps.storage.multipart.abort({ ...upload, multipartId });
    throw notFound('project');
  }
  return { ...upload, multipartId };
}

function newUpload(
  { clock }: Pick<Deps, 'clock'>,
  call: CallContext,
  given: NewResumableUpload,
): ResumableUpload {
  const { organizationId } = call;
  const now = clock.now();
  const id = newId();
  return {
    ...given,
    id,
    organizationId,
    uploaderId: readUserId(call),
    storageKey: `${filesPrefix(organizationId, given.projectId)}${id}`,
    multipartId: '',
    name: cleanFileName(given.name),
    state: 'open',
    partsToSend: partCount(given),
    createdAt: now,
    expiresAt: new Date(now.getTime() + openForMs),
  };
}

/** A type that says nothing yet may be the largest one; the bytes decide later. */
function checkSize(
  { uploadLimits }: Pick<Deps, 'uploadLimits'>,
  { declaredMimeType: mimeType, sizeBytes }: NewResumableUpload,
): void {
  const category = categoryOf(mimeType);
  const maxBytes = category === undefined ? Math.max(...Object.values(uploadLimits)) : uploadLimits[category];
  if (sizeBytes > maxBytes) throw payloadTooLarge({ maxBytes, receivedBytes: sizeBytes, mimeType });
}
