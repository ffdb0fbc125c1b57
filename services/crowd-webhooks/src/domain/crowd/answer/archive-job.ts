import type { CallContext } from '@assay/chassis/call-context';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import { findOwnJob } from '../job/check-job-access.ts';
import type { Job } from '../job/job.ts';
import { settleJob } from '../job/settle-job.ts';
import { acceptMany } from './accept-many.ts';
import type { CompletionDeps } from './complete-submission.ts';

/**
 * Archives a job for good: free slots are closed and their money is released. Open claims may still be submitted and are paid; with
 * `accept_all` the answers that wait for review are accepted. A repeated call changes nothing.
 */
export async function archiveJob(
  deps: CompletionDeps,
  call: CallContext,
  { jobId, acceptAll }: { readonly jobId: string; readonly acceptAll: boolean },
): Promise<Job> {
  const { status } = await findOwnJob(deps, call, jobId);
  if (acceptAll && status !== 'archived') {
    for (;;) {
      const { remaining = 0, accepted } = await acceptMany(deps, call, { jobId, allPending: true });
      if (remaining === 0 || accepted === 0) break;
    }
  }
  const archived = await retryOnConflict(async () => {
    const job = await findOwnJob(deps, call, jobId);
    if (job.status === 'archived') return job;
    const now = deps.clock.now();
    const change = { status: 'archived', updatedAt: now } as const;
    const news = { change: { name: 'job.archived' }, call, audited: 'crowd_job.archive' };
    return deps.jobs.update(job, change, news);
  });
  return settleJob(deps, archived);
}
