import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionStatus } from '@assay/proto/billing/v1/transaction';
import { readDependencyStatus } from '@assay/test-kit/processes/dependency-status';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { isOnPath } from '@assay/test-kit/tools';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';
import { topUpCalls } from '../top-up-calls.ts';
import { startStripeMock } from './stripe-mock.ts';

const hasStripeMock = isOnPath('stripe-mock');
const webhookSecret = 'whsec_test';
const environment = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_123',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
};
let stripe: Awaited<ReturnType<typeof startStripeMock>>;
let billing: Awaited<ReturnType<typeof start>>;
let calls: ReturnType<typeof topUpCalls>;
beforeAll(async () => {
  if (!hasStripeMock) return;
  stripe = await startStripeMock();
  billing = await start(0, { environment: { ...environment, STRIPE_API_BASE: stripe.url } });
  calls = topUpCalls(billing);
});
afterAll(async () => {
  if (!hasStripeMock) return;
  await billing.stop();
  await stripe.stop();
});

/** Delivers an event as Stripe signs it. */
function deliver(type: string, object: unknown, id = `evt_${newId()}`) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const signature = new Stripe('sk_test_123').webhooks.generateTestHeaderString({
    payload,
    secret: webhookSecret,
  });
  return calls.deliverRaw('stripe', payload, signature);
}
const sessionOf = (topUpId: string) => ({
  object: 'checkout.session',
  amount_total: 5_000,
  currency: 'eur',
  payment_status: 'paid',
  payment_intent: `pi_${topUpId}`,
  customer: 'cus_1',
  metadata: { topUpId, automatic: 'false' },
});
const requestsSince = (index: number) => stripe.requests.slice(index).join('\n');
const accountOf = (organizationId: string) => billing.accounts.find(organizationId);

async function paidOrganization() {
  const organizationId = newId();
  const { topUpId } = await calls.create(organizationId);
  await deliver('checkout.session.completed', sessionOf(topUpId));
  return { organizationId, topUpId };
}

describe.skipIf(!hasStripeMock)('Stripe (needs stripe-mock on the PATH)', () => {
  it('is said to answer, and is asked for nothing but the balance for it', async () => {
    const before = stripe.requests.length;
    const up = await readDependencyStatus(`http://${billing.service.adminAddress}`);
    expect(up).toEqual({ mongodb: true, nats: true, payments: true });
    const asked = stripe.requests.slice(before).filter((line) => line.startsWith('Request: '));
    expect(asked).toEqual([expect.stringContaining('GET /v1/balance')]);
  });

  it('opens a checkout that Stripe accepts, for the amount and with the method kept for later', async () => {
    const before = stripe.requests.length;
    const organizationId = newId();
    const { checkoutUrl, topUpId, status } = await calls.create(organizationId);
    // The checkouts of the mock have expired long ago, which reading the transaction notices.
    const transaction = await calls.transaction(organizationId, topUpId);
    expect(checkoutUrl).toMatch(/^https:\/\/checkout\.stripe\.com\//u);
    expect([status, transaction?.provider]).toEqual([TransactionStatus.PENDING, 'stripe']);
    expect(transaction?.providerTransactionId).toMatch(/^cs_test_/u);
    const asked = requestsSince(before);
    expect(asked).toContain('POST /v1/checkout/sessions');
    for (const part of ['mode:payment', 'unit_amount:5000', 'currency:eur', `topUpId:${topUpId}`]) {
      expect(asked).toContain(part);
    }
    expect(asked).toContain('setup_future_usage:off_session');
    expect(asked).toContain('customer_creation:always');
  });

  it('credits what a signed event reports as paid, once, and asks the same customer the next time', async () => {
    const organizationId = newId();
    const { topUpId } = await calls.create(organizationId);
    const id = `evt_${newId()}`;
    const type = 'checkout.session.completed';
    expect(await deliver(type, sessionOf(topUpId), id)).toEqual({ applied: true });
    expect(await deliver(type, sessionOf(topUpId), id)).toEqual({ applied: false });
    expect(await calls.balance(organizationId)).toBe(5_000);
    expect(await calls.transaction(organizationId, topUpId)).toMatchObject({
      status: TransactionStatus.SUCCEEDED,
      providerTransactionId: `pi_${topUpId}`,
    });
    const before = stripe.requests.length;
    await calls.create(organizationId);
    expect(requestsSince(before)).toContain('customer:cus_1');
  });

  it('refuses an event whose signature does not hold', async () => {
    const payload = JSON.stringify({ id: 'evt', type: 'checkout.session.completed' });
    const forge = (secret: string, timestamp?: number) =>
      new Stripe('sk_test_123').webhooks.generateTestHeaderString({
        payload,
        secret,
        ...(timestamp === undefined ? {} : { timestamp }),
      });
    const old = Math.floor(Date.now() / 1_000) - 301;
    for (const signature of ['', forge('whsec_other'), forge(webhookSecret, old)]) {
      expect(await catchRefusal(calls.deliverRaw('stripe', payload, signature))).toMatchObject({
        status: 'UNAUTHENTICATED',
      });
    }
  });

  it('leaves events of others alone', async () => {
    expect(await deliver('customer.created', { id: 'cus_2' })).toEqual({ applied: false });
    const foreign = { ...sessionOf('none'), metadata: {} };
    expect(await deliver('checkout.session.completed', foreign)).toEqual({ applied: false });
  });

  it('takes out what Stripe refunded', async () => {
    const { organizationId, topUpId } = await paidOrganization();
    await deliver('charge.refunded', {
      object: 'charge',
      amount: 5_000,
      amount_refunded: 1_200,
      currency: 'eur',
      payment_intent: `pi_${topUpId}`,
      metadata: { topUpId },
    });
    expect(await calls.balance(organizationId)).toBe(3_800);
  });

  it('charges the method of the last payment off session, and counts what Stripe does not take', async () => {
    const { organizationId, topUpId } = await paidOrganization();
    const before = stripe.requests.length;
    await spendBelowThreshold(organizationId);
    // Its fixture of a payment is one that needs a payment method.
    await eventually(async () => {
      expect(await accountOf(organizationId)).toMatchObject({
        pendingAutoTopUp: null,
        autoTopUp: { enabled: true, failures: 1, lastError: 'the payment needs the card holder' },
      });
    });
    const asked = requestsSince(before);
    expect(asked).toContain(`GET /v1/payment_intents/pi_${topUpId}`);
    for (const part of [
      'amount:2900',
      'off_session:true',
      'confirm:true',
      'customer:cus_1',
      'automatic:true',
    ]) {
      expect(asked).toContain(part);
    }
    const automatic = await automaticOf(organizationId);
    expect(automatic).toMatchObject({ status: 'failed', amountCents: 2_900 });
    const metadata = { topUpId: automatic?.id, automatic: 'true' };
    const late = { id: 'pi_late', amount_received: 2_900, currency: 'eur', customer: 'cus_1', metadata };
    await deliver('payment_intent.succeeded', late);
    expect(await accountOf(organizationId)).toMatchObject({
      availableCents: 3_000,
      autoTopUp: { failures: 0 },
    });
  });
});

describe.skipIf(!hasStripeMock)('Stripe that does not answer (needs stripe-mock on the PATH)', () => {
  const silent = { ...environment, STRIPE_API_BASE: 'http://127.0.0.1:1' };

  it('is UNAVAILABLE, and the same attempt goes on with the same payment once it answers', async () => {
    const organizationId = newId();
    const attempt = { userId: newId(), credentialId: newId(), idempotencyKey: newId() };
    const other = await billing.startAnother(silent);
    const channel = billing.platform.connect(other.grpcAddress);
    const there = topUpCalls({ ...billing, topUps: channel.client(TopUpsServiceService) });
    expect(await catchRefusal(there.create(organizationId, {}, attempt))).toMatchObject({
      status: 'UNAVAILABLE',
      reason: 'PAYMENT_PROVIDER_UNAVAILABLE',
    });
    channel.close();
    await other.stop();
    const [begun] = await billing.transactions.listAll(organizationId);
    expect(begun).toMatchObject({ status: 'pending' });
    expect((await calls.create(organizationId, {}, attempt)).topUpId).toBe(begun?.id);
    expect(await billing.transactions.listAll(organizationId)).toHaveLength(1);
  });
});

async function spendBelowThreshold(organizationId: string): Promise<void> {
  await billing.asGateway.setAutoTopUp(callBy({ organizationId, role: Role.ADMIN }), {
    enabled: true,
    thresholdCents: 500,
    targetCents: 3_000,
  });
  const hold = { runId: newId(), amountCents: 4_900, userId: 'user', credentialId: '' };
  await billing.asVerification.placeHold(callByService('verification', organizationId), hold);
}

async function automaticOf(organizationId: string) {
  const all = await billing.transactions.listAll(organizationId);
  return all.find(({ metadata }) => metadata['automatic'] === true);
}
