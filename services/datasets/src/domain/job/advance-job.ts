import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { finishDeletion } from './delete-version.ts';
import { recordProgress, recordStart } from './record-run.ts';
import type { Version } from '../version/version.ts';
import { isRunning } from '../version/version.ts';
import { cleanUpJob } from './clean-up-job.ts';
import { filesPerUnit } from './unit.ts';
import type { Unit, UnitStep } from './unit.ts';

/** How long after its last check a job is checked again. */
export const checkJobAfterMs = minutes(1);

type AdvanceDeps = Pick<
  Deps,
  'datasets' | 'versions' | 'segments' | 'units' | 'runs' | 'releases' | 'issues' | 'clock' | 'logger'
>;

/** Inserts the run of a job and the units that treat its files; those that exist stay as they are. */
export async function insertUnits(deps: Pick<Deps, 'units' | 'runs'>, version: Version): Promise<void> {
  await recordStart(deps, version);
  const count = countUnits(version);
  await deps.units.insert(Array.from({ length: count }, (_, index) => buildUnit(version, 'map', index)));
}

/** Returns the number of map units of a job. */
export function countUnits({ source }: Version): number {
  return Math.ceil((source?.fileCount ?? 0) / filesPerUnit);
}

function buildUnit(version: Version, step: UnitStep, index: number): Unit {
  const { id: versionId, organizationId, datasetId, state, createdAt } = version;
  const work = state === 'enriching' ? 'enrich' : 'clean';
  const id = `${versionId}.${step}.${index.toString()}`;
  return { id, organizationId, datasetId, versionId, work, step, index, createdAt };
}

/** Records the progress of a job, and requests its seal when all files were treated. */
export async function advanceJob(
  { versions, units, runs, clock }: Pick<Deps, 'versions' | 'units' | 'runs' | 'clock'>,
  version: Version,
): Promise<void> {
  const { id, organizationId, source } = version;
  const doneUnits = await units.countDone(organizationId, id);
  const doneFiles = Math.min(doneUnits * filesPerUnit, source?.fileCount ?? 0);
  await versions.advance(version, { doneFiles, now: clock.now() });
  await recordProgress({ runs }, version, clock.now());
  if (doneUnits >= countUnits(version)) await units.insert([buildUnit(version, 'seal', 0)]);
}

const batchSize = 50;

/**
 * Continues jobs whose process died between two writes, and cleans up after jobs that ended. Every step may be repeated.
 */
export async function checkJobs(deps: AdvanceDeps): Promise<void> {
  for (const version of await deps.versions.listDue(deps.clock.now(), batchSize)) {
    try {
      await checkJob(deps, version);
    } catch (error) {
      const { id: versionId, organizationId } = version;
      deps.logger.warn(
        { err: error, versionId, organizationId },
        'checking a job failed and will be retried',
      );
    }
  }
}

async function checkJob(deps: AdvanceDeps, version: Version): Promise<void> {
  if (version.isDeleting && (await finishDeletion(deps, version))) return;
  if (!isRunning(version)) {
    await cleanUpJob(deps, version);
    await deps.versions.checkAgain(version, undefined);
    return;
  }
  const next = new Date(deps.clock.now().getTime() + checkJobAfterMs);
  await deps.versions.checkAgain(version, next);
  if (await isAbandoned(deps, version)) {
    await deps.versions.remove(version.organizationId, version.id);
    return;
  }
  if ((await deps.units.count(version.organizationId, version.id)) < countUnits(version)) {
    await insertUnits(deps, version);
  }
  await advanceJob(deps, version);
}

/** Returns true for a job that was stored although another one had taken the place for cleaning jobs. */
async function isAbandoned({ datasets }: AdvanceDeps, version: Version): Promise<boolean> {
  const { id, organizationId, datasetId, state } = version;
  if ((await datasets.find(organizationId, datasetId)) === undefined) return true;
  if (state !== 'cleaning') return false;
  return (await datasets.findCleaning(organizationId, datasetId))?.versionId !== id;
}
