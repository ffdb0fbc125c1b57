import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';

/** Mails that wait for a worker. */
export const webhookWorkStream = declareStream({
  messages: [WebhookDisabled],
  retention: 'workqueue',
  maxAgeMs: days(30),
});
