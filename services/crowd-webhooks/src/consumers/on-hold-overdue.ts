import { consumes } from '@assay/chassis/events/consumer';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { publishRunMoney } from '../domain/crowd/run/publish-run-money.ts';
import { answerForHold } from '../domain/crowd/job/answer-for-hold.ts';

/**
 * Reports the state of a job whose money has been held for a long time. For a run, the consumer publishes the money of the crowd jobs again;
 * verification reports the rest.
 */
export const onHoldOverdue = consumes<Deps, HoldOverdue>({
  message: HoldOverdue,
  requires: ['organizationId'],
  async handle(deps, { requestId, value: { organizationId, runId, jobId = '' } }) {
    if (jobId !== '') await answerForHold(deps, { organizationId, jobId, requestId });
    else await publishRunMoney(deps, { organizationId, runId });
  },
});
