import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { RunJobClosed } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { closeRunJob } from '../domain/run-hold/close-run-job.ts';

/** Notes that a job of a run has closed. When the hold of the run is missing, the event is tried again and becomes a dead letter. */
export const onRunJobClosed = consumes<Deps, RunJobClosed>({
  message: RunJobClosed,
  requires: ['organizationId', 'runId', 'crowdJobId'],
  async handle(deps, { value }) {
    const { organizationId, runId, holdId, crowdJobId: jobId, stageSlug, answersCents } = value;
    if (answersCents < 0) throw new PoisonError('the answers cost less than nothing');
    await closeRunJob(deps, { organizationId, runId, holdId, jobId, stageSlug, answersCents });
  },
});
