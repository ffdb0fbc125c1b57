import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import {
  AnswerAccepted,
  AnswerReceived,
  AnswerRejected,
  JobChanged,
  JobFundsReleased,
  ResponseSubmitted,
  RunJobClosed,
} from '@assay/proto/crowd/v1/crowd_events';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';

/** Mails that wait for a worker. */
export const webhookWorkStream = declareStream({
  messages: [WebhookDisabled],
  retention: 'workqueue',
  maxAgeMs: days(30),
});

/** The events of crowd jobs: billing consumes the money, verification the responses to the stages of runs. */
export const crowdStream = declareStream({
  messages: [
    ...[ResponseSubmitted, AnswerAccepted, JobFundsReleased, RunJobClosed],
    ...[JobChanged, AnswerReceived, AnswerRejected],
  ],
  retention: 'limits',
  maxAgeMs: days(7),
});
