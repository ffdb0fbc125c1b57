import type { CallContext } from '@assay/chassis/call-context';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { findOwnJob } from '../job/check-job-access.ts';
import type { Job } from '../job/job.ts';

/** Lifts the limit of rejections of a job for good, with an audit event that has the reason. A repeated call changes nothing. */
export function liftRejectionLimit(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  call: CallContext,
  { jobId, reason }: { readonly jobId: string; readonly reason: string },
): Promise<Job> {
  return retryOnConflict(async () => {
    const job = await findOwnJob(deps, call, jobId);
    if (job.isRejectionLimitLifted) return job;
    const change = { isRejectionLimitLifted: true, updatedAt: deps.clock.now() };
    return deps.jobs.update(job, change, { call, audited: 'rejection_limit.lift', reason });
  });
}
