import { consumes } from '@assay/chassis/events/consumer';
import { ResponsesClosed } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import type { RunEnd } from '../domain/crowd/job/close-run-job.ts';
import { closeResponses } from '../domain/crowd/run/close-responses.ts';

const ends: Readonly<Record<string, RunEnd>> = {
  decided: 'finished',
  max_responses: 'finished',
  expired: 'expired',
};

/** Ends the job of a stage that needs no further answers. */
export const onResponsesClosed = consumes<Deps, ResponsesClosed>({
  message: ResponsesClosed,
  requires: ['runId', 'stageId', 'organizationId'],
  async handle(deps, { value: { crowdJobId: jobId, reason, ...closing } }) {
    // Earlier versions of verification name no job.
    if (jobId === '') return;
    await closeResponses(deps, { ...closing, jobId, status: ends[reason] ?? 'archived' });
  },
});
