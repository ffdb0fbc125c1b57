import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownOrganizationId } from '../contacts.ts';
import { start } from '../start.ts';

let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(1_000);
});
afterAll(() => billing.stop());

async function alerted(...thresholdCents: number[]) {
  const organizationId = newId();
  await billing.asGateway.setAlerts(callBy({ organizationId, role: Role.ADMIN }), { thresholdCents });
  return organizationId;
}
async function hold(organizationId: string, amountCents: number) {
  const runId = newId();
  await billing.asVerification.placeHold(callByService('verification', organizationId), {
    runId,
    amountCents,
    userId: 'user',
    credentialId: '',
  });
  return runId;
}
const release = (organizationId: string, runId: string) =>
  billing.asVerification.releaseHold(callByService('verification', organizationId), { runId });
const noticesOf = (organizationId: string) =>
  billing.notices.filter((notice) => notice.organizationId === organizationId);
/** Resolves when everything that was told has been handled. */
const allHandled = () =>
  eventually(async () => {
    expect(await billing.db.collection('accounts').countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
    const stream = billing.events.namespace.stream('BILLING');
    const info = await billing.events.jsm.consumers.info(stream, 'billing__on-balance-low');
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });

describe('a balance that falls to an alert threshold', () => {
  it('is mailed to the admins, with the amounts', async () => {
    const organizationId = await alerted(500);
    await hold(organizationId, 500);
    await eventually(() => {
      expect(noticesOf(organizationId)).toHaveLength(1);
    });
    const [notice] = noticesOf(organizationId);
    expect(notice?.id).toMatch(/^low-balance:[a-z0-9]{24}$/u);
    expect(notice?.subject).toContain('€5.00');
  });

  it('is mailed once per fall, and again after it was above', async () => {
    const organizationId = await alerted(500);
    const runId = await hold(organizationId, 600);
    await hold(organizationId, 100);
    await release(organizationId, runId);
    await hold(organizationId, 600);
    await allHandled();
    expect(noticesOf(organizationId)).toHaveLength(2);
    expect(new Set(noticesOf(organizationId).map(({ id }) => id)).size).toBe(2);
  });

  it('is mailed for each threshold that one hold passes', async () => {
    const organizationId = await alerted(800, 500, 100);
    await hold(organizationId, 600);
    await allHandled();
    expect(noticesOf(organizationId)).toHaveLength(2);
  });

  it('is not mailed for a threshold that is set when it is below already', async () => {
    const organizationId = await alerted(2_000);
    await hold(organizationId, 100);
    await allHandled();
    expect(noticesOf(organizationId)).toEqual([]);
  });
});

describe('BalanceLow', () => {
  const event = (organizationId: string) => ({ organizationId, thresholdCents: 1, availableCents: 0 });

  it('is mailed under the id of the event, by which a second delivery is known', async () => {
    const organizationId = newId();
    const { id } = await billing.publish(BalanceLow, event(organizationId), organizationId);
    await eventually(() => {
      expect(noticesOf(organizationId).map((notice) => notice.id)).toEqual([`low-balance:${id}`]);
    });
  });

  it.each([
    ['names no organization', ''],
    ['names one that there is not', unknownOrganizationId],
  ])('becomes a dead letter when it %s', async (_what, organizationId) => {
    const before = await countDeadLetters(billing.events, 'billing__on-balance-low');
    await billing.publish(BalanceLow, event(organizationId), organizationId);
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, 'billing__on-balance-low')).toBe(before + 1);
    });
  });
});
