import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { closeForGood } from '../task/change-task.ts';
import { endRunJob } from './close-run-job.ts';
import type { Job } from './job.ts';
import { releaseFunds, settleJob } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

const batchSize = 100;

/**
 * Closes the free slots of the variants that show a deleted file, and releases their money. A slot of theirs that comes free later is closed
 * by the write that frees it. A job of a run ends: its stage has nothing to show. Jobs are marked first, so that a repeated event finds the rest of an interrupted one.
 */
export async function closeVariantsOfFile(
  deps: SettleDeps & Pick<Deps, 'tasks'>,
  organizationId: string,
  fileId: string,
): Promise<void> {
  const jobIds = new Set<string>();
  for (;;) {
    const tasks = await deps.tasks.listOfFile(organizationId, fileId, batchSize);
    if (tasks.length === 0) break;
    const unmarked = [...new Set(tasks.map(({ jobId }) => jobId))].filter((jobId) => !jobIds.has(jobId));
    for (const jobId of unmarked) {
      const job = await markJob(deps, jobId);
      const isShown = tasks.some((task) => task.jobId === jobId && !task.isGolden);
      if (job?.run !== undefined && isShown) await endRunJob(deps, job, 'archived');
      jobIds.add(jobId);
    }
    await Promise.all(tasks.map((task) => deps.tasks.replace(closeForGood(task))));
  }
  for (const jobId of jobIds) {
    const job = await deps.jobs.find(jobId);
    if (job !== undefined) await releaseFunds(deps, await settleJob(deps, job));
  }
}

/** Undefined for a job that is gone. */
async function markJob({ jobs, clock }: SettleDeps, jobId: string): Promise<Job | undefined> {
  const marked = await retryOnConflict(async () => {
    const job = await jobs.find(jobId);
    if (job === undefined) return 'gone';
    if (job.hasDeletedFiles) return job;
    return jobs.update(job, { hasDeletedFiles: true, updatedAt: clock.now() });
  });
  return marked === 'gone' ? undefined : marked;
}
