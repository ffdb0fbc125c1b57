import { consumes } from '@assay/chassis/events/consumer';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { answerForHold } from '../domain/run/price/answer-for-hold.ts';

/** Answers for the hold of a run. The hold of a crowd job has no run; crowd-webhooks answers for it. */
export const onHoldOverdue = consumes<Deps, HoldOverdue>({
  message: HoldOverdue,
  async handle(deps, event) {
    const { organizationId, runId, holdId = '' } = event.value;
    if (runId !== '') await answerForHold(deps, event, { organizationId, runId, holdId });
  },
});
