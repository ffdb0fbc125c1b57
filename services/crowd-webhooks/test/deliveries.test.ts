import { DeliveryQuery } from '@assay/proto/webhooks/v1/webhook_calls';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Started } from './start.ts';

let [receiver, running]: [Receiver, Started] = [] as never;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await start([receiver]);
});
afterAll(async () => {
  await running.stop();
  await receiver.stop();
});

describe('an event', () => {
  it('reaches its receiver once, signed, and the log says so', async () => {
    const call = callBy();
    const { path, id, projectId = '' } = await newWebhook(running, call, { url: `${receiver.origin}/first` });
    const event = await completeRun(running, call, projectId);
    const delivery = await eventually(async () => {
      const [first] = await running.listDeliveries(call, path);
      expect(first).toMatchObject({ status: DeliveryStatus.SUCCEEDED });
      return first;
    });
    const requests = receiver.at('/first');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'run.completed',
      'x-service-delivery-id': delivery?.id,
      'x-service-webhook-id': id,
      'x-service-signature': expect.stringMatching(/^t=\d+,v1=[\da-f]{64}$/u),
      'webhook-id': event.id,
    });
    expect(JSON.parse(requests[0]?.body.toString() ?? '')).toEqual(delivery?.payload);
    expect(delivery).toMatchObject({ attempt: 1, responseStatusCode: 204, event: 'run.completed' });
  });

  it.each(['job.vanished', 'job.paused', 'webhook.test'])(
    '%s selects no deliveries of a project',
    async (event) => {
      const call = callBy();
      const { path } = await newWebhook(running, call, { url: receiver.origin });
      const request = DeliveryQuery.fromPartial({ ...path, event, limit: 20 });
      const refused = await catchRefusal(running.webhooks.listWebhookDeliveries(call, request));
      expect(refused).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'event' } });
    },
  );
});
