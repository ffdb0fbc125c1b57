import { consumes } from '@assay/chassis/events/consumer';
import { JobChanged } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { jobChanged } from '../domain/crowd/event/build-job-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

/** Sends a change of a job to the webhooks of the job. */
export const onJobChanged = consumes<Deps, JobChanged>({
  message: JobChanged,
  concurrency: intakeConcurrency,
  requires: ['jobId', 'organizationId', 'name'],
  async handle({ intake }, event) {
    await intake.add(jobChanged(event, event.value));
  },
});
