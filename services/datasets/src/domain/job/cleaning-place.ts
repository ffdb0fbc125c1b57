import { DomainError } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import type { Dataset } from '../dataset/dataset.ts';

type PlaceDeps = Pick<Deps, 'datasets' | 'versions' | 'clock'>;

/** How long a version may hold the place before it is stored. */
const startMs = minutes(1);

/** Takes the only place for cleaning jobs of a dataset, from a version whose job has ended or was never stored. */
export async function takePlace(
  { datasets, versions, clock }: PlaceDeps,
  dataset: Dataset,
  versionId: string,
): Promise<void> {
  const { id, organizationId } = dataset;
  const now = clock.now();
  await retryOnConflict(async () => {
    const held = await datasets.findCleaning(organizationId, id);
    if (held?.versionId === versionId) return true;
    const holder = held && (await versions.find(organizationId, id, held.versionId));
    const isStarting = holder === undefined && (held?.takenAt?.getTime() ?? 0) > now.getTime() - startMs;
    if (held !== undefined && (isStarting || holder?.state === 'cleaning'))
      throw cleaningRuns(held.versionId);
    return datasets.takeCleaning(organizationId, id, { before: held?.versionId, versionId, now });
  });
}

/** Gives the place back unless an earlier attempt of the same call has started the job. */
export async function freePlace(
  { datasets, versions }: PlaceDeps,
  dataset: Dataset,
  versionId: string,
): Promise<void> {
  const { id, organizationId } = dataset;
  if ((await versions.find(organizationId, id, versionId)) !== undefined) return;
  await datasets.freeCleaning(organizationId, id, versionId);
}

/** FAILED_PRECONDITION with reason CLEANING_RUNS, naming the version that is cleaned. */
export function cleaningRuns(versionId: string): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'CLEANING_RUNS',
    'Another version of the dataset is being cleaned. Wait until it ends.',
    { details: { versionId, state: 'cleaning' } },
  );
}
