import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';
import { topUpCalls } from '../top-up-calls.ts';

const clock = createMovingClock();
let billing: Awaited<ReturnType<typeof start>>;
let calls: ReturnType<typeof topUpCalls>;
beforeAll(async () => {
  billing = await start(0, { clock });
  calls = topUpCalls(billing, () => clock.now());
});
afterAll(() => billing.stop());

describe('CreateTopUp', () => {
  it('answers where to pay, and leaves a pending transaction and no money', async () => {
    const organizationId = newId();
    const answer = await calls.create(organizationId);
    expect(answer).toMatchObject({ transactionId: answer.topUpId, status: TransactionStatus.PENDING });
    expect(answer.checkoutUrl).toMatch(
      /^http:\/\/127\.0\.0\.1:8080\/v2\/payments\/mock\/checkout\/[\w.-]+$/u,
    );
    expect(answer.expiresAt?.getTime()).toBeGreaterThan(clock.now().getTime());
    expect(await calls.transaction(organizationId, answer.topUpId)).toMatchObject({
      type: TransactionType.CHARGE,
      status: TransactionStatus.PENDING,
      currency: 'EUR',
      amountCents: 5_000,
      taxCents: 0,
      provider: 'mock',
      idempotencyKey: `top_up:${answer.topUpId}`,
      metadata: { automatic: false },
    });
    expect(await calls.balance(organizationId)).toBe(0);
  });

  it('begins one payment per idempotency key', async () => {
    const organizationId = newId();
    const attempt = { userId: newId(), credentialId: newId(), idempotencyKey: newId() };
    const first = await calls.create(organizationId, {}, attempt);
    expect(await calls.create(organizationId, {}, attempt)).toEqual(first);
    expect(await billing.transactions.listAll(organizationId)).toHaveLength(1);
  });

  it('is audited with who did it and from where', async () => {
    const audited = collectAudited(billing.events);
    const call = callBy({ role: Role.ADMIN });
    const request = { amountCents: 500, successUrl: 'http://a.example', cancelUrl: 'http://a.example' };
    const { topUp } = await billing.topUps.createTopUp({ ...call, clientAddress: '203.0.113.7' }, request);
    await eventually(() => {
      expect(audited.values.map(({ event }) => event)).toContainEqual({
        id: expect.any(String) as string,
        organizationId: call.organizationId,
        actorId: call.actor.kind === 'user' ? call.actor.userId : '',
        action: 'billing.top_up',
        targetType: 'transaction',
        targetId: topUp?.id,
        ip: '203.0.113.7',
        createdAt: expect.any(Date) as Date,
      });
    });
    await audited.stop();
  });

  it.each([
    ['amountCents', { amountCents: 499 }],
    ['amountCents', { amountCents: 1_000_001 }],
    ['successUrl', { successUrl: 'javascript:alert(1)' }],
    ['successUrl', { successUrl: 'https://a.example/\r\nSet-Cookie: a=b' }],
    ['successUrl', { successUrl: 'https://a.example/\n' }],
    ['cancelUrl', { cancelUrl: 'https://a.example/\u2028' }],
    ['cancelUrl', { cancelUrl: '/relative' }],
    ['cancelUrl', { cancelUrl: `https://a.example/${'a'.repeat(2_048)}` }],
  ])('names the bad field %s', async (field, change) => {
    expect(await catchRefusal(calls.create(newId(), change))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });
});

describe('the checkout of the mock', () => {
  it('shows the amount, takes the payment once, and goes on to the success address', async () => {
    const organizationId = newId();
    const { checkoutUrl, topUpId } = await calls.create(organizationId);
    expect(await calls.show(checkoutUrl)).toEqual({ amountCents: 5_000, status: TransactionStatus.PENDING });
    const ends = await Promise.all([1, 2, 3].map(() => calls.end(checkoutUrl, true)));
    expect(ends.map(({ returnUrl }) => returnUrl)).toEqual(Array(3).fill('https://shop.example/paid'));
    expect(await calls.end(checkoutUrl, false)).toEqual({ returnUrl: 'https://shop.example/paid' });
    expect(await calls.show(checkoutUrl)).toMatchObject({ status: TransactionStatus.SUCCEEDED });
    expect(await calls.balance(organizationId)).toBe(5_000);
    expect(await calls.transaction(organizationId, topUpId)).toMatchObject({
      status: TransactionStatus.SUCCEEDED,
      providerTransactionId: `mock_payment_${topUpId}`,
    });
    const call = callBy({ organizationId, role: Role.VIEWER });
    expect((await billing.asGateway.getBilling(call, {})).lastTopUp).toMatchObject({ amountCents: 5_000 });
  });

  it('cancels, and cannot be paid afterwards', async () => {
    const organizationId = newId();
    const { checkoutUrl, topUpId } = await calls.create(organizationId);
    expect(await calls.end(checkoutUrl, false)).toEqual({ returnUrl: 'https://shop.example/canceled' });
    expect(await calls.end(checkoutUrl, true)).toEqual({ returnUrl: 'https://shop.example/canceled' });
    expect(await calls.transaction(organizationId, topUpId)).toMatchObject({
      status: TransactionStatus.CANCELED,
    });
    expect(await calls.balance(organizationId)).toBe(0);
  });

  it('cannot be guessed', async () => {
    const { checkoutUrl, topUpId } = await calls.create(newId());
    const unknown = await catchRefusal(calls.show('nothing'));
    expect(unknown).toMatchObject({ status: 'NOT_FOUND' });
    expect(await catchRefusal(calls.show(topUpId))).toEqual(unknown);
    expect(await catchRefusal(calls.show(`${checkoutUrl}a`))).toEqual(unknown);
    expect(await catchRefusal(calls.end(`${topUpId}.${'a'.repeat(43)}`, true))).toEqual(unknown);
  });

  it('is shown to nobody but the gateway', async () => {
    const { checkoutUrl } = await calls.create(newId());
    const checkoutToken = checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
    expect(
      await catchRefusal(billing.topUps.getMockCheckout(callBy({ role: Role.ADMIN }), { checkoutToken })),
    ).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('a payment that nobody made in time', () => {
  it('is canceled to whoever looks, by the clock, and can no longer be made', async () => {
    const organizationId = newId();
    const { checkoutUrl, topUpId } = await calls.create(organizationId);
    clock.advance(86_400_001);
    expect(await calls.show(checkoutUrl)).toMatchObject({ status: TransactionStatus.CANCELED });
    expect(await calls.end(checkoutUrl, true)).toEqual({ returnUrl: 'https://shop.example/canceled' });
    const call = callBy({ organizationId, role: Role.VIEWER });
    const ofStatus = async (status: TransactionStatus) => {
      const request = { status, type: TransactionType.UNSPECIFIED, limit: 10, offset: 0 };
      return (await billing.payments.listTransactions(call, request)).total;
    };
    expect(await ofStatus(TransactionStatus.PENDING)).toBe(0);
    expect(await ofStatus(TransactionStatus.CANCELED)).toBe(1);
    expect(await calls.transaction(organizationId, topUpId)).toMatchObject({
      status: TransactionStatus.CANCELED,
    });
  });
});

describe('without a payment provider', () => {
  it('nothing can be paid in, and no provider is heard', async () => {
    const other = await start(0, { environment: { PAYMENT_PROVIDER: 'none' } });
    const there = topUpCalls(other);
    expect(await catchRefusal(there.create(newId()))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'PAYMENTS_NOT_CONFIGURED',
    });
    expect(await catchRefusal(there.deliver(newId(), {}))).toMatchObject({ status: 'NOT_FOUND' });
    expect(await catchRefusal(there.show('token'))).toMatchObject({ status: 'NOT_FOUND' });
    await other.stop();
  });
});

describe('afterwards', () => {
  it('every account is the sum of its ledger, and its transactions tell the same', async () => {
    expect(await billing.ledgerProblems()).toEqual([]);
  });

  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});
