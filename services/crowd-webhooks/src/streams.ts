import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import { ResponseSubmitted } from '@assay/proto/crowd/v1/crowd_events';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';

/** Mails that wait for a worker. */
export const webhookWorkStream = declareStream({
  messages: [WebhookDisabled],
  retention: 'workqueue',
  maxAgeMs: days(30),
});

/** The responses of people to the stages of runs, which verification consumes. Nothing publishes them yet. */
export const crowdStream = declareStream({
  messages: [ResponseSubmitted],
  retention: 'limits',
  maxAgeMs: days(7),
});
