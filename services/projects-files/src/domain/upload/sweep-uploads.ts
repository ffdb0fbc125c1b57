import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { settleUpload } from './pending-upload.ts';
import type { PendingUpload } from './upload.ts';

/** Longer than any upload may take. */
const abandonedAfterMs = hours(1);
const batchSize = 100;

interface Sweep {
  readonly list: (limit: number) => Promise<readonly PendingUpload[]>;
  /** False when somebody else has, or it goes on. */
  readonly end: (upload: PendingUpload) => Promise<boolean>;
}

/** Ends what is listed, until nothing is left or the rest cannot be ended now. Returns how many were ended. */
export async function endListed(deps: Pick<Deps, 'logger'>, { list, end }: Sweep): Promise<number> {
  for (let total = 0; ;) {
    const uploads = await list(batchSize);
    let ended = 0;
    for (const upload of uploads) {
      if (await tryToEnd(deps, upload, end)) ended += 1;
    }
    total += ended;
    if (uploads.length < batchSize || ended === 0) return total;
  }
}

async function tryToEnd(
  { logger }: Pick<Deps, 'logger'>,
  upload: PendingUpload,
  end: Sweep['end'],
): Promise<boolean> {
  try {
    return await end(upload);
  } catch (error) {
    logger.warn({ err: error, fileId: upload.fileId }, 'ending an abandoned upload failed');
    return false;
  }
}

type SweepUploadsDeps = Pick<Deps, 'uploads' | 'files' | 'storage' | 'storageUse' | 'clock' | 'logger'>;

/**
 * Ends uploads whose process died: drops the record where a file names the object, else removes object and record. Any
 * number of sweepers may work at once. Returns how many were ended; what fails is tried again by the next sweep.
 */
export async function sweepUploads(deps: SweepUploadsDeps): Promise<number> {
  const startedBefore = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  return endListed(deps, {
    list: (limit) => deps.uploads.listStartedBefore(startedBefore, limit),
    end: (upload) => endUpload(deps, upload, startedBefore),
  });
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
