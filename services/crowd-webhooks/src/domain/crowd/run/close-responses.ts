import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { endRunJob } from '../job/close-run-job.ts';
import type { ClosingDeps, RunEnd } from '../job/close-run-job.ts';
import { newUnrequestedJob } from './new-run-job.ts';

/** The end of a stage that asks people. */
export interface ResponseClosing {
  readonly jobId: string;
  readonly organizationId: string;
  readonly runId: string;
  /** Empty if it is not known. */
  readonly stageId: string;
  readonly holdId: string;
  readonly status: RunEnd;
}

/**
 * Ends the job of a stage. Repetitions change nothing. If the request for answers has not arrived, its place is taken, so that it makes no job
 * that can be claimed.
 */
export async function closeResponses(
  deps: ClosingDeps,
  { jobId, organizationId, status, ...run }: ResponseClosing,
): Promise<void> {
  const { jobs, clock } = deps;
  const job = await retryOnConflict(async () => {
    const found = await jobs.findEvenHidden(jobId);
    if (found !== undefined) return found;
    const isNew = await jobs.insertUnrequested(
      newUnrequestedJob({ jobId, organizationId, ...run }, clock.now()),
    );
    return isNew || (await jobs.isUnpaid(organizationId, jobId)) ? 'unrequested' : undefined;
  });
  if (job === 'unrequested' || job.organizationId !== organizationId) return;
  await endRunJob(deps, job, status);
}

/** The end of a run that asked people. */
export interface EndedRun {
  readonly organizationId: string;
  readonly runId: string;
  readonly holdId?: string | undefined;
  readonly crowdJobIds: readonly string[];
}

/** Ends the jobs of a run that has ended: the event that closes a job may have been lost. */
export async function closeJobsOfRun(
  deps: ClosingDeps,
  { crowdJobIds, organizationId, runId, holdId = '' }: EndedRun,
  status: RunEnd,
): Promise<void> {
  for (const jobId of crowdJobIds) {
    await closeResponses(deps, { jobId, organizationId, runId, holdId, status, stageId: '' });
  }
}
