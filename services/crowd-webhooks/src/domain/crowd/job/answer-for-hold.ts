import { createServiceCall } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
import { releaseSurplus } from '../money/release-surplus.ts';
import { readJob } from './get-job.ts';
import { countMoney } from './job.ts';
import { releaseFunds } from './settle-job.ts';

interface OverdueHold {
  readonly organizationId: string;
  readonly jobId: string;
  readonly requestId: string | undefined;
}

/**
 * Reports the state of a job whose money has been held for a long time: what is held beyond the slots of the job is released; while slots still
 * need money, the hold is confirmed; then all acceptances and the releases are published again, so that billing posts those that it missed. A
 * hold without a job is released; one whose creation has not ended is left to `removeAbandonedJobs`.
 */
export async function answerForHold(
  deps: Pick<Deps, 'jobs' | 'tasks' | 'answers' | 'billing' | 'clock' | 'logger'>,
  { organizationId, jobId, requestId }: OverdueHold,
): Promise<void> {
  const call = createServiceCall('crowd-webhooks', organizationId, requestId);
  const job = await deps.jobs.findOwn(organizationId, jobId);
  if (job === undefined) {
    if (!(await deps.jobs.isUnpaid(organizationId, jobId)))
      await deps.billing.releaseHold(call, { id: jobId });
    return;
  }
  const { job: settled, counts } = await readJob(deps, await releaseFunds(deps, job));
  await releaseSurplus(deps, call, jobId);
  if (countMoney({ job: settled, counts }).heldCents > 0) await deps.billing.confirmHold(call, jobId);
  for await (const answer of deps.answers.readAll({ jobId, status: 'accepted' })) {
    await deps.answers.publishAcceptance(answer, deps.clock.now());
  }
  await deps.jobs.publishReleases(settled);
}
