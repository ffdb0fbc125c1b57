import type { CallContext } from '@assay/chassis/call-context';
import { actionAudited } from '@assay/chassis/events/audit';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { findOwnJob } from './check-job-access.ts';
import type { Job } from './job.ts';

/** Lifts the limit of rejections of a job for good, with an audit event. A repeated call changes nothing. */
export function liftRejectionLimit(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  call: CallContext,
  { jobId }: { readonly jobId: string; readonly reason: string },
): Promise<Job> {
  return retryOnConflict(async () => {
    const job = await findOwnJob(deps, call, jobId);
    if (job.isRejectionLimitLifted) return job;
    const at = deps.clock.now();
    const audited = { action: 'rejection_limit.lift', targetType: 'crowd_job', targetId: jobId, at };
    return deps.jobs.update(
      job,
      { isRejectionLimitLifted: true, updatedAt: at },
      actionAudited(call, audited),
    );
  });
}
