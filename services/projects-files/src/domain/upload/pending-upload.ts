import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import type { File, ProjectFile } from '../file/file.ts';
import { filesPrefix } from '../project/files-prefix.ts';
import { findProject } from '../project/get-project.ts';
import { removeFiles } from '../room/remove-files.ts';
import type { CountingDeps } from '../room/room.ts';
import { newFile } from './new-file.ts';
import type { PendingUpload, StoredContent } from './upload.ts';
import { uploadExpired } from './upload-errors.ts';

/** Records the upload before its object exists, so that whatever happens the object can be found and removed. */
export async function beginUpload(
  { uploads, clock }: Pick<Deps, 'uploads' | 'clock'>,
  call: CallContext,
  projectId: string,
): Promise<PendingUpload> {
  const { organizationId } = call;
  const fileId = newId();
  const storageKey = `${filesPrefix(organizationId, projectId)}${fileId}`;
  const upload = { fileId, organizationId, projectId, storageKey };
  await uploads.insert(upload, clock.now());
  return upload;
}

/**
 * The file an upload becomes. ABORTED when the sweeper has taken it, NOT_FOUND when its project was deleted meanwhile.
 * From here on the sweeper leaves the upload alone for another hour.
 */
export async function admitUpload(
  { uploads, projects, clock }: Pick<Deps, 'uploads' | 'projects' | 'clock'>,
  call: CallContext,
  { upload, content }: { readonly upload: PendingUpload; readonly content: StoredContent },
): Promise<ProjectFile> {
  const now = clock.now();
  if (!(await uploads.renew(upload.fileId, now))) throw uploadExpired();
  await findProject({ projects }, call, upload.projectId);
  return newFile({ ...upload, uploaderId: readUserId(call) }, content, now);
}

/**
 * Stores the file. Returns false if it exists, or if the same operation has uploaded a file before. NOT_FOUND when its project was deleted at the same time: either who deletes it sees the file, or this sees
 * that the project is gone; what neither of two killed processes removes is found when the deletion is announced again.
 */
export async function keepUpload(
  deps: Pick<Deps, 'projects'> & CountingDeps & DiscardDeps,
  call: CallContext,
  file: ProjectFile,
): Promise<boolean> {
  const isNew = await deps.files.insert(file, call);
  try {
    await findProject(deps, call, file.projectId);
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 'NOT_FOUND') return isNew;
    await removeFiles(deps, file.organizationId, { fileId: file.id });
    await discardUpload(deps, { ...file, fileId: file.id });
    throw error;
  }
  return isNew;
}

/** Where the record of an upload is, of whichever kind it is. */
interface UploadRecords {
  readonly uploads: Pick<Deps['uploads'], 'remove'>;
}

/** The room it reserved becomes the room it takes; then nothing is left to be done. */
export async function finishUpload(
  { storageUse, uploads }: Pick<Deps, 'storageUse'> & UploadRecords,
  { id, organizationId, sizeBytes }: Pick<File, 'id' | 'organizationId' | 'sizeBytes'>,
): Promise<void> {
  await storageUse.settle(organizationId, id, { usedBytes: sizeBytes, usedFiles: 1 });
  await uploads.remove(id);
}

/** Finishes an upload that nobody works at any more where a file names its object, else discards it; true: it is a file. */
export async function settleUpload(
  deps: Pick<Deps, 'files'> & DiscardDeps,
  upload: Omit<PendingUpload, 'projectId'>,
): Promise<boolean> {
  const file = await deps.files.find(upload.organizationId, upload.fileId);
  if (file === undefined) await discardUpload(deps, upload);
  else await finishUpload(deps, file);
  return file !== undefined;
}

type DiscardDeps = Pick<Deps, 'storage' | 'storageUse' | 'clock'> & UploadRecords;

/** Removes everything an upload left behind, its record last. */
export async function discardUpload(
  deps: DiscardDeps,
  upload: Omit<PendingUpload, 'projectId'>,
): Promise<void> {
  await clearUpload(deps, upload);
  await deps.uploads.remove(upload.fileId);
}

/** Removes what an upload has left behind so far. */
export async function clearUpload(
  { storage, storageUse, clock }: Omit<DiscardDeps, 'uploads'>,
  { fileId, organizationId, storageKey }: Omit<PendingUpload, 'projectId'>,
): Promise<void> {
  await storage.remove(storageKey);
  await storage.abortIncompleteUploads(storageKey, new Date(clock.now().getTime() + clockSkewMs));
  await storageUse.settle(organizationId, fileId, undefined);
}

/** The storage's clock may run ahead of ours, and every part under the key is ours alone. */
const clockSkewMs = hours(1);
