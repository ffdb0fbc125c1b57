import { consumes } from '@assay/chassis/events/consumer';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { answerForHold } from '../domain/crowd/job/answer-for-hold.ts';

/** Reports the state of a job whose money has been held for a long time. The hold of a run is verification's. */
export const onHoldOverdue = consumes<Deps, HoldOverdue>({
  message: HoldOverdue,
  requires: ['organizationId'],
  async handle(deps, { requestId, value: { organizationId, jobId = '' } }) {
    if (jobId !== '') await answerForHold(deps, { organizationId, jobId, requestId });
  },
});
