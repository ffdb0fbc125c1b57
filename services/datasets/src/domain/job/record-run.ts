import type { Deps } from '../../deps.ts';
import { findPipeline } from '../pipeline/catalog.ts';
import type { Run, RunStatus } from '../run/run.ts';
import { isRunning } from '../version/version.ts';
import type { Version } from '../version/version.ts';

/** The error of a run that was canceled. */
export const canceledError = 'canceled';

type RecordDeps = Pick<Deps, 'runs' | 'clock'>;

/** Lists a job as a run. May be repeated. */
export function recordStart({ runs }: Pick<Deps, 'runs'>, version: Version): Promise<void> {
  return runs.insert(toVersionRun(version));
}

/** Records in the run of a job that a worker has begun. */
export async function recordProgress(
  { runs }: Pick<Deps, 'runs'>,
  version: Version,
  now: Date,
): Promise<void> {
  if (version.startedAt === undefined) await runs.begin(version.organizationId, version.id, now);
}

/** Records the end of a job in its run; the job of a version that is removed while it runs is canceled. May be repeated. */
export async function recordEnd({ runs, clock }: RecordDeps, version: Version): Promise<void> {
  if (version.source === undefined) return;
  const run = toVersionRun(version);
  await runs.recordEnd(isRunning(version) ? toCanceledRun(run, clock.now()) : run);
}

/** Returns the run that a job is: it has the id of the version that the job creates. */
export function toVersionRun(version: Version): Run {
  const { id, organizationId, datasetId, parentVersionId, pipelineSlug, createdBy, createdAt } = version;
  const { pipelineVersion, counts, error, startedAt, completedAt } = version;
  const pipeline = findPipeline(pipelineSlug ?? '');
  return {
    id,
    organizationId,
    targetType: 'dataset_version',
    targetId: parentVersionId,
    datasetId,
    versionId: id,
    projectId: undefined,
    mode: pipeline?.modes[0],
    pipelineSlug,
    pipelineVersion,
    isLanguageTechnology: pipeline?.languageTechnology ?? false,
    status: readStatus(version),
    counts,
    items: [],
    error,
    createdBy,
    createdAt,
    startedAt,
    completedAt,
  };
}

function readStatus(version: Version): RunStatus {
  if (isRunning(version)) return version.startedAt === undefined ? 'pending' : 'running';
  return version.state === 'failed' ? 'failed' : 'completed';
}

/** Returns the run of a job whose version was removed before the job ended. */
export function toCanceledRun(run: Run, completedAt: Date | undefined): Run {
  return { ...run, status: 'failed', error: canceledError, completedAt };
}
