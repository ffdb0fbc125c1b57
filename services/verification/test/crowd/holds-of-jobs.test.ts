import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCrowdPlatform } from './crowd-platform.ts';
import type { CrowdPlatform } from './crowd-platform.ts';

let crowd: CrowdPlatform;
beforeAll(async () => {
  crowd = await startCrowdPlatform();
});
afterAll(() => crowd.stop());

it('leaves the hold of a crowd job to crowd-webhooks, and releases the hold of an unknown run', async () => {
  const publish = async (hold: Partial<HoldOverdue>) => {
    const organizationId = newId();
    const event = HoldOverdue.fromPartial({ organizationId, runId: '', ...hold });
    await createPublisher(crowd.events).publish(newEvent(HoldOverdue, event, { organizationId }));
  };
  await publish({ jobId: newId() });
  await publish({ runId: newId() });
  await publish({ jobId: newId() });
  // Billing is not reachable, so an event that calls it waits for its next attempt.
  await eventually(async () => {
    const { jsm, namespace } = crowd.events;
    const info = await jsm.consumers.info(namespace.stream('BILLING'), 'verification__on-hold-overdue');
    expect([info.num_pending, info.num_ack_pending, info.delivered.stream_seq]).toEqual([0, 0, 3]);
    expect(await crowd.db.collection('due_events').countDocuments()).toBe(1);
  });
});
