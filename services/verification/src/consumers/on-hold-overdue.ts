import { consumes } from '@assay/chassis/events/consumer';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { answerForHold } from '../domain/run/answer-for-hold.ts';

export const onHoldOverdue = consumes<Deps, HoldOverdue>({
  message: HoldOverdue,
  handle: (deps, event) => answerForHold(deps, event, { ...event.value, holdId: event.value.holdId ?? '' }),
});
