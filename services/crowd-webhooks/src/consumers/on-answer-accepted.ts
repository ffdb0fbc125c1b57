import { consumes } from '@assay/chassis/events/consumer';
import { AnswerAccepted } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { answerAccepted } from '../domain/crowd/event/build-job-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

/** Sends an acceptance by a person to the webhooks of the job. Automatic acceptance has no event (C64). */
export const onAnswerAccepted = consumes<Deps, AnswerAccepted>({
  message: AnswerAccepted,
  concurrency: intakeConcurrency,
  requires: ['answerId', 'jobId', 'organizationId'],
  async handle({ intake }, event) {
    if (event.value.reviewedById !== undefined) await intake.add(answerAccepted(event, event.value));
  },
});
