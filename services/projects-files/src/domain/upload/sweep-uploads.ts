import type { Deps } from '../../deps.ts';
import { settleUpload } from './pending-upload.ts';
import type { PendingUpload } from './upload.ts';

/** Longer than any upload may take. */
const abandonedAfterMs = 3_600_000;
const batchSize = 100;

type SweepUploadsDeps = Pick<Deps, 'uploads' | 'files' | 'storage' | 'storageUse' | 'clock' | 'logger'>;

/**
 * Ends uploads whose process died: drops the record where a file names the object, else removes object and record. Any
 * number of sweepers may work at once. Returns how many were ended; what fails is tried again by the next sweep.
 */
export async function sweepUploads(deps: SweepUploadsDeps): Promise<number> {
  const startedBefore = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  let ended = 0;
  for (const upload of await deps.uploads.listStartedBefore(startedBefore, batchSize)) {
    try {
      if (await endUpload(deps, upload, startedBefore)) ended += 1;
    } catch (error) {
      deps.logger.warn({ err: error, fileId: upload.fileId }, 'ending an abandoned upload failed');
    }
  }
  return ended;
}

async function endUpload(
  deps: SweepUploadsDeps,
  upload: PendingUpload,
  startedBefore: Date,
): Promise<boolean> {
  if (!(await deps.uploads.take(upload.fileId, startedBefore))) return false;
  const isStored = await settleUpload(deps, upload);
  deps.logger.info({ fileId: upload.fileId, isStored }, 'ended an abandoned upload');
  return true;
}
