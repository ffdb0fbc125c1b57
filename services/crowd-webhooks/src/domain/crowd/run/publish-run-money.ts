import type { Deps } from '../../../deps.ts';
import { closeRunJob } from '../job/close-run-job.ts';
import type { JobRun } from '../job/job.ts';

/** Publishes the acceptances and the ends of the crowd jobs of a run again, so that billing posts those that it missed. */
export async function publishRunMoney(
  deps: Pick<Deps, 'jobs' | 'tasks' | 'answers' | 'clock'>,
  { organizationId, runId }: Pick<JobRun, 'runId'> & { readonly organizationId: string },
): Promise<void> {
  for (const job of await deps.jobs.listOfRun(organizationId, runId)) {
    for await (const answer of deps.answers.readAll({ jobId: job.id, status: 'accepted' })) {
      await deps.answers.publishAcceptance(answer, deps.clock.now());
    }
    await deps.jobs.publishClosing(await closeRunJob(deps, job));
  }
}
