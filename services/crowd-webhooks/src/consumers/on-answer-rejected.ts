import { consumes } from '@assay/chassis/events/consumer';
import { AnswerRejected } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { answerRejected } from '../domain/crowd/event/build-job-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';

/** Sends a rejection to the webhooks of the job. */
export const onAnswerRejected = consumes<Deps, AnswerRejected>({
  message: AnswerRejected,
  concurrency: intakeConcurrency,
  requires: ['answerId', 'jobId', 'organizationId'],
  async handle({ intake }, event) {
    await intake.add(answerRejected(event, event.value));
  },
});
