import type { Deps } from '../../deps.ts';
import type { DatasetUpload } from './dataset-upload.ts';
import { clearUpload } from './discard-upload.ts';
import type { DiscardDeps } from './discard-upload.ts';

type SweepDeps = DiscardDeps & Pick<Deps, 'logger'>;

const batchSize = 100;

/**
 * Discards uploads whose process died, and forgets discarded ones after an hour. Many processes may run this at once. Returns the number
 * of swept uploads; the next sweep repeats those that failed.
 */
export async function sweepDatasetUploads(deps: SweepDeps): Promise<number> {
  for (let total = 0; ;) {
    const stale = await deps.datasetUploads.listStale(deps.clock.now(), batchSize);
    let swept = 0;
    for (const upload of stale) if (await tryToSweep(deps, upload)) swept += 1;
    total += swept;
    if (stale.length < batchSize || swept === 0) return total;
  }
}

async function tryToSweep(deps: SweepDeps, upload: DatasetUpload): Promise<boolean> {
  try {
    await (upload.state === 'receiving' ? discardAbandoned(deps, upload) : forget(deps, upload));
    return true;
  } catch (error) {
    deps.logger.warn({ err: error, uploadId: upload.id }, 'sweeping an upload to a dataset failed');
    return false;
  }
}

async function discardAbandoned(deps: SweepDeps, upload: DatasetUpload): Promise<void> {
  const discarded = await deps.datasetUploads.discardAbandoned(upload, deps.clock.now());
  if (discarded === undefined) return;
  await clearUpload(deps, discarded);
  deps.logger.info({ uploadId: upload.id }, 'discarded an abandoned upload to a dataset');
}

/** Removes what was written while the upload was discarded, which may not have been counted, and the upload. */
async function forget(deps: SweepDeps, upload: DatasetUpload): Promise<void> {
  const removed = await clearUpload(deps, upload);
  if (removed > 0) await deps.storageUse.requestRecompute(upload.organizationId, deps.clock.now());
  await deps.datasetUploads.remove(upload);
}
