import { DomainError } from '@assay/chassis/errors';
import { createWorker } from '@assay/chassis/work/worker';
import type { Worker } from '@assay/chassis/work/worker';
import type { Deps } from '../../deps.ts';
import { isRunning } from '../version/version.ts';
import type { Version } from '../version/version.ts';
import { advanceJob } from './advance-job.ts';
import { cleanFiles } from './clean-files.ts';
import { failJob, JobError } from './end-job.ts';
import { enrichFiles } from './enrich-files.ts';
import { sealJob } from './seal-job.ts';
import type { TakenJobUnit, UnitWork } from './unit.ts';

/** A process that dies uses up an attempt too, so there are more of them than for a file that is enriched. */
const maxAttempts = 20;

interface WorkerLimits {
  readonly slots: number;
  readonly stopping: AbortSignal;
}

/** Creates the worker of one kind of unit. */
export function createUnitWorker(deps: Deps, work: UnitWork, { slots, stopping }: WorkerLimits): Worker {
  return createWorker<TakenJobUnit>({
    queue: deps.units.queues[work],
    slots,
    maxAttempts,
    stopping,
    clock: deps.clock,
    logger: deps.logger,
    execute: (taken, signal) => executeUnit(deps, taken, signal),
    giveUp: async ({ unit: { organizationId, datasetId, versionId } }, reason) => {
      deps.logger.error(
        { organizationId, datasetId, versionId, reason },
        'a job failed after its last attempt',
      );
      const version = await deps.versions.find(organizationId, datasetId, versionId);
      if (version !== undefined) await failJob(deps, version, gaveUp);
    },
  });
}

const gaveUp = 'The job failed repeatedly for a technical reason. Start it again.';

async function executeUnit(deps: Deps, taken: TakenJobUnit, signal: AbortSignal): Promise<void> {
  const { unit } = taken;
  const { organizationId, datasetId, versionId } = unit;
  const version = await deps.versions.find(organizationId, datasetId, versionId);
  if (version === undefined || !isRunning(version)) {
    await deps.units.finish(taken, []);
    return;
  }
  try {
    await executeStep(deps, version, { taken, signal });
  } catch (error) {
    const reason = explainFailure(deps, error, taken.attempts);
    if (reason === undefined) throw error;
    deps.logger.warn({ err: error, organizationId, datasetId, versionId }, 'a job ended as failed');
    await failJob(deps, version, reason);
  }
}

interface Execution {
  readonly taken: TakenJobUnit;
  readonly signal: AbortSignal;
}

async function executeStep(deps: Deps, version: Version, { taken, signal }: Execution): Promise<void> {
  const { unit } = taken;
  if (unit.step === 'seal') {
    await sealJob(deps, version, signal);
    return;
  }
  const treat = unit.work === 'clean' ? cleanFiles : enrichFiles;
  const results = await treat(deps, { version, unit }, signal);
  if (await deps.units.finish(taken, results)) await advanceJob(deps, version);
}

/** Credentials are exchanged within seconds. */
const refusedAttempts = 3;

/** Returns the reason for people if no further attempt can succeed. */
export function explainFailure(
  { isStorageRefusal }: Pick<Deps, 'isStorageRefusal'>,
  error: unknown,
  attempts: number,
): string | undefined {
  if (error instanceof JobError) return error.message;
  if (isStorageRefusal(error) && attempts >= refusedAttempts) return storageRefuses;
  if (!(error instanceof DomainError) || error.reason !== 'QUOTA_EXCEEDED') return undefined;
  return 'The storage quota of the organization is exceeded. Delete files, then start the job again.';
}

const storageRefuses =
  'The storage refused access to the files. Contact the operator, then start the job again.';
