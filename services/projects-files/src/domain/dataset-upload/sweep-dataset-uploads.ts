import type { DatasetUpload } from './dataset-upload.ts';
import { clearUpload } from './discard-upload.ts';
import type { DiscardDeps } from './discard-upload.ts';
import { adoptProjectFiles } from './project-files.ts';
import type { AdoptDeps } from './project-files.ts';

type SweepDeps = DiscardDeps & AdoptDeps;

const batchSize = 100;

/**
 * Discards uploads whose process died, completes those of projects, and forgets discarded ones after an hour. Many processes may run this at once. Returns the number
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
    await sweep(deps, upload);
    return true;
  } catch (error) {
    deps.logger.warn({ err: error, uploadId: upload.id }, 'sweeping an upload to a dataset failed');
    return false;
  }
}

function sweep(deps: SweepDeps, upload: DatasetUpload): Promise<void> {
  switch (upload.state) {
    case 'receiving':
      return discardAbandoned(deps, upload);
    case 'adopting':
      return adoptProjectFiles(deps, upload);
    case 'discarded':
      return forget(deps, upload);
    case 'stored':
    case 'accepted':
      return Promise.resolve();
  }
}

async function discardAbandoned(deps: SweepDeps, upload: DatasetUpload): Promise<void> {
  const discarded = await deps.datasetUploads.discardReceiving(upload, {
    now: deps.clock.now(),
    isAbandoned: true,
  });
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
