import type { Deps } from '../../deps.ts';
import { isRunning } from '../version/version.ts';
import type { Version } from '../version/version.ts';
import { toCanceledRun, toVersionRun } from './run.ts';

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
