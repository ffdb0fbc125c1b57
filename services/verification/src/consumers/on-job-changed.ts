import { consumes } from '@assay/chassis/events/consumer';
import { JobChanged } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { endJob } from '../domain/crowd/end-job.ts';

/** Jobs without a run, and other changes of a job, concern no stage. */
export const onJobChanged = consumes<Deps, JobChanged>({
  message: JobChanged,
  requires: ['jobId', 'organizationId'],
  async handle(deps, event) {
    const { organizationId, runId = '', jobId: crowdJobId, status } = event.value;
    if (runId === '' || (status !== 'archived' && status !== 'expired')) return;
    await endJob(deps, event, { organizationId, runId, crowdJobId, endedBy: status });
  },
});
