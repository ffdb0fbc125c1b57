import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { readDependencyStatus } from '@assay/test-kit/processes/dependency-status';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';
import { topUpCalls } from '../top-up-calls.ts';

const webhookSecret = 'whsec_test';
let billing: Awaited<ReturnType<typeof start>>;
let calls: ReturnType<typeof topUpCalls>;
beforeAll(async () => {
  billing = await start(0, {
    environment: {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_123',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    },
  });
  calls = topUpCalls(billing);
});
afterAll(() => billing.stop());

describe('a payment provider that does not answer', () => {
  it('is said to be away, and the process stays ready', async () => {
    const adminUrl = `http://${billing.service.adminAddress}`;
    await eventually(async () => {
      expect(await readDependencyStatus(adminUrl)).toMatchObject({ mongodb: true, payments: false });
    });
    expect((await fetch(`${adminUrl}/readyz`)).status).toBe(200);
  });

  it('lets no payment begin, and counts an automatic one as failed once it was tried often enough', async () => {
    const organizationId = newId();
    expect(await catchRefusal(calls.create(organizationId))).toMatchObject({
      status: 'UNAVAILABLE',
      reason: 'PAYMENT_PROVIDER_UNAVAILABLE',
    });
    const [begun] = await billing.transactions.listAll(organizationId);
    await deliverPaid(begun?.id ?? '');
    await spendBelowThreshold(organizationId);
    await eventually(async () => {
      expect(await billing.accounts.find(organizationId)).toMatchObject({
        pendingAutoTopUp: null,
        autoTopUp: { enabled: true, failures: 1, lastError: 'the payment provider could not be reached' },
      });
    });
    const [automatic] = await billing.transactions.listAll(organizationId);
    expect(automatic).toMatchObject({ status: 'failed', metadata: { automatic: true } });
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, 'billing__on-auto-top-up-requested')).toBe(1);
    });
  });
});

async function deliverPaid(topUpId: string): Promise<void> {
  const object = {
    id: `pi_${topUpId}`,
    amount_received: 5_000,
    currency: 'eur',
    customer: 'cus_1',
    metadata: { topUpId, automatic: 'false' },
  };
  const payload = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object } });
  const { webhooks } = new Stripe('sk_test_123');
  const signature = webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  expect(await calls.deliverRaw('stripe', payload, signature)).toEqual({ applied: true });
}

async function spendBelowThreshold(organizationId: string): Promise<void> {
  await billing.asGateway.setAutoTopUp(callBy({ organizationId, role: Role.ADMIN }), {
    enabled: true,
    thresholdCents: 500,
    targetCents: 3_000,
  });
  const hold = { runId: newId(), amountCents: 4_900, userId: 'user', credentialId: '' };
  await billing.asVerification.placeHold(callByService('verification', organizationId), hold);
}
