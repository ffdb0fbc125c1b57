import { consumes } from '@assay/chassis/events/consumer';
import { AnswerReceived } from '@assay/proto/crowd/v1/crowd_events';
import type { Deps } from '../deps.ts';
import { answerReceived } from '../domain/crowd/event/build-job-events.ts';
import { intakeConcurrency } from '../domain/webhooks/event/intake.ts';
import { readGuestNames } from '../domain/crowd/guest/read-guest-names.ts';

/** Sends an answer to the webhooks of its job. The answer of a job that was deleted meanwhile is gone. */
export const onAnswerReceived = consumes<Deps, AnswerReceived>({
  message: AnswerReceived,
  concurrency: intakeConcurrency,
  requires: ['answerId', 'organizationId'],
  async handle({ answers, guests, intake }, event) {
    const answer = await answers.find(event.value.answerId);
    if (answer === undefined) return;
    const names = await readGuestNames({ guests }, answer.organizationId, [answer]);
    await Promise.all(answerReceived(event, answer, names).map((each) => intake.add(each)));
  },
});
