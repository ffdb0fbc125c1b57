import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { JobFundsReleased } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { releaseJobFunds } from '../domain/job-hold/release-job-funds.ts';

/** Releases a part of the hold of a job. When the hold is missing or too small, the event is tried again and becomes a dead letter. */
export const onJobFundsReleased = consumes<Deps, JobFundsReleased>({
  message: JobFundsReleased,
  requires: ['organizationId', 'jobId', 'releaseId'],
  async handle(deps, { value }) {
    const { organizationId, jobId, releaseId, amountCents } = value;
    if (amountCents < 0) throw new PoisonError('the released amount is negative');
    if (amountCents === 0) return;
    await releaseJobFunds(deps, { organizationId, jobId, releaseId, amountCents });
  },
});
