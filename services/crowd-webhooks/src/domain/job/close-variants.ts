import type { Deps } from '../../deps.ts';
import { closeUnusedSlots } from '../task/change-task.ts';
import { releaseFunds, settleJob } from './settle-job.ts';
import type { SettleDeps } from './settle-job.ts';

const batchSize = 100;

/** Closes the free slots of the variants that show a deleted file, and releases their money. */
export async function closeVariantsOfFile(
  deps: SettleDeps & Pick<Deps, 'tasks'>,
  organizationId: string,
  fileId: string,
): Promise<void> {
  const jobIds = new Set<string>();
  for (;;) {
    const tasks = await deps.tasks.listOfFile(organizationId, fileId, batchSize);
    if (tasks.length === 0) break;
    await Promise.all(tasks.map((task) => deps.tasks.replace(closeUnusedSlots(task))));
    for (const { jobId } of tasks) jobIds.add(jobId);
  }
  for (const jobId of jobIds) {
    const job = await deps.jobs.find(jobId);
    if (job !== undefined) await releaseFunds(deps, await settleJob(deps, job));
  }
}
