import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { discardUpload } from '../upload/pending-upload.ts';
import { uploadState } from '../upload/upload-errors.ts';
import { requireUpload } from './get-upload.ts';
import type { ResumableUpload, UploadPlace } from './resumable-upload.ts';

type EndDeps = Pick<Deps, 'resumableUploads' | 'storage' | 'storageUse' | 'clock' | 'logger'>;

/** Ends an upload and removes its parts. NOT_FOUND; FAILED_PRECONDITION when its file is being stored. */
export async function abortUpload(deps: EndDeps, call: CallContext, place: UploadPlace): Promise<void> {
  const upload = await requireUpload(deps, call, place);
  if (!(await endUpload(deps, upload))) throw uploadState('admitted');
}

/** False when its file is being stored. What cannot be removed now is left to the sweeper. */
export async function endUpload(deps: EndDeps, upload: ResumableUpload): Promise<boolean> {
  if (!(await deps.resumableUploads.end(upload.organizationId, upload.id, deps.clock.now()))) return false;
  await removeUpload(deps, upload).catch((error: unknown) => {
    deps.logger.warn({ err: error, uploadId: upload.id }, 'removing an ended upload is left to the sweeper');
  });
  return true;
}

/** Removes everything an upload left behind, its record last. */
async function removeUpload(
  deps: EndDeps,
  { id, organizationId, storageKey }: ResumableUpload,
): Promise<void> {
  const { resumableUploads: uploads } = deps;
  const remove = () => uploads.remove(organizationId, id);
  await discardUpload({ ...deps, uploads: { remove } }, { fileId: id, organizationId, storageKey });
}

const batchSize = 100;

/**
 * Removes what expired and aborted uploads left, and the records of those that became files. Any number of sweepers may work
 * at once. Returns how many were ended; what fails is tried again by the next sweep.
 */
export async function sweepResumableUploads(deps: EndDeps & Pick<Deps, 'files'>): Promise<number> {
  const now = deps.clock.now();
  let ended = 0;
  for (const upload of await deps.resumableUploads.listExpired(now, batchSize)) {
    try {
      if (await sweep(deps, upload, now)) ended += 1;
    } catch (error) {
      deps.logger.warn({ err: error, uploadId: upload.id }, 'ending an expired upload failed');
    }
  }
  return ended;
}

async function sweep(
  deps: EndDeps & Pick<Deps, 'files'>,
  upload: ResumableUpload,
  now: Date,
): Promise<boolean> {
  const { id, organizationId } = upload;
  if (!(await deps.resumableUploads.take(organizationId, id, now))) return false;
  const file = await deps.files.find(organizationId, id);
  if (file === undefined) await removeUpload(deps, upload);
  else {
    await deps.storageUse.settle(organizationId, id, file.sizeBytes);
    await deps.resumableUploads.remove(organizationId, id);
  }
  deps.logger.info({ uploadId: id, isStored: file !== undefined }, 'ended an expired upload');
  return true;
}
