import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign } from '../../src/payments/signature.ts';
import { start } from '../start.ts';
import { paid, topUpCalls } from '../top-up-calls.ts';

let billing: Awaited<ReturnType<typeof start>>;
let calls: ReturnType<typeof topUpCalls>;
beforeAll(async () => {
  billing = await start(0);
  calls = topUpCalls(billing);
});
afterAll(() => billing.stop());

/** A top-up of 5,000 cents that waits to be paid. */
async function begun() {
  const organizationId = newId();
  const { topUpId } = await calls.create(organizationId);
  return { organizationId, topUpId };
}
const statusOf = async (organizationId: string, topUpId: string) =>
  (await calls.transaction(organizationId, topUpId))?.status;
const seen = (topUpId: string) => billing.db.collection('payment_events').countDocuments({ topUpId });

describe('an event that it was paid', () => {
  it('credits once, however often and under however many ids it arrives', async () => {
    const { organizationId, topUpId } = await begun();
    const id = newId();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => calls.deliver(topUpId, { ...paid, id })),
    );
    expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
    expect(await calls.deliver(topUpId, { ...paid, id })).toEqual({ applied: false });
    await Promise.all([1, 2, 3].map(() => calls.deliver(topUpId, paid)));
    expect(await calls.balance(organizationId)).toBe(5_000);
    expect(await statusOf(organizationId, topUpId)).toBe(TransactionStatus.SUCCEEDED);
    expect(await billing.ledger.listAll(organizationId)).toHaveLength(1);
    expect(await seen(topUpId)).toBe(4);
  });

  it.each([
    ['it was canceled here', { kind: 'expired' }],
    ['it was reported as failed', { kind: 'failed', error: 'declined' }],
  ])('credits although %s before: the money is there', async (_what, before) => {
    const { organizationId, topUpId } = await begun();
    await calls.deliver(topUpId, before);
    expect(await statusOf(organizationId, topUpId)).not.toBe(TransactionStatus.PENDING);
    await calls.deliver(topUpId, paid);
    expect(await calls.balance(organizationId)).toBe(5_000);
    expect(await statusOf(organizationId, topUpId)).toBe(TransactionStatus.SUCCEEDED);
  });

  it.each([{ kind: 'expired' }, { kind: 'failed', error: 'declined' }])(
    'is not undone by a late event that it $kind',
    async (late) => {
      const { organizationId, topUpId } = await begun();
      await calls.deliver(topUpId, paid);
      await calls.deliver(topUpId, late);
      expect(await calls.balance(organizationId)).toBe(5_000);
      expect(await statusOf(organizationId, topUpId)).toBe(TransactionStatus.SUCCEEDED);
    },
  );

  it.each([
    ['another amount', { amountCents: 4_999 }],
    ['another currency', { currency: 'USD' }],
  ])('is refused when it names %s, and stays unseen', async (_what, change) => {
    const { organizationId, topUpId } = await begun();
    expect(await catchRefusal(calls.deliver(topUpId, { ...paid, ...change }))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'PAYMENT_MISMATCH',
    });
    expect(await calls.balance(organizationId)).toBe(0);
    expect(await seen(topUpId)).toBe(0);
  });

  it('is refused when it names a payment that there is not', async () => {
    expect(await catchRefusal(calls.deliver(newId(), paid))).toMatchObject({
      status: 'NOT_FOUND',
      reason: 'TRANSACTION_NOT_FOUND',
    });
  });
});

describe('an event that it was refunded', () => {
  it('takes the money out again, with a ledger entry and a transaction of its own', async () => {
    const { organizationId, topUpId } = await begun();
    await calls.deliver(topUpId, paid);
    await calls.deliver(topUpId, { kind: 'refunded', paymentId: 'payment', refundedCents: 1_500 });
    expect(await calls.balance(organizationId)).toBe(3_500);
    const call = callBy({ organizationId, role: Role.VIEWER });
    const request = { status: TransactionStatus.UNSPECIFIED, type: TransactionType.REFUND };
    const page = { limit: 10, offset: 0 };
    const { transactions } = await billing.payments.listTransactions(call, { ...request, ...page });
    expect(transactions).toHaveLength(1);
    expect(transactions[0]).toMatchObject({
      amountCents: 1_500,
      status: TransactionStatus.SUCCEEDED,
      provider: 'mock',
      providerTransactionId: 'payment',
      reference: topUpId,
    });
    expect((await billing.ledger.listAll(organizationId))[0]).toMatchObject({
      type: 'top_up',
      amountCents: -1_500,
      balanceAfterCents: 3_500,
    });
  });

  it('counts the sum so far once, in whatever order the events come', async () => {
    const { organizationId, topUpId } = await begun();
    await calls.deliver(topUpId, paid);
    const refunded = (refundedCents: number) =>
      calls.deliver(topUpId, { kind: 'refunded', paymentId: 'payment', refundedCents });
    await refunded(2_000);
    await Promise.all([refunded(500), refunded(2_000), refunded(3_000), refunded(3_000)]);
    expect(await calls.balance(organizationId)).toBe(2_000);
  });

  it('leaves a negative balance when the money was spent, which refuses holds until it is paid', async () => {
    const { organizationId, topUpId } = await begun();
    await calls.deliver(topUpId, paid);
    const speaker = callByService('verification', organizationId);
    const hold = (amountCents: number, runId = newId()) =>
      billing.asVerification.placeHold(speaker, { runId, amountCents, userId: 'user', credentialId: '' });
    const runId = newId();
    await hold(4_000, runId);
    await calls.deliver(topUpId, { kind: 'refunded', paymentId: 'payment', refundedCents: 5_000 });
    expect(await calls.balance(organizationId)).toBe(-4_000);
    expect(await catchRefusal(hold(1))).toMatchObject({ reason: 'INSUFFICIENT_BALANCE' });
    const { account } = await billing.asVerification.releaseHold(speaker, { runId });
    expect(account).toMatchObject({ availableCents: 0, heldCents: 0, fundedCents: 0 });
  });

  it('waits for the event that it was paid', async () => {
    const { organizationId, topUpId } = await begun();
    const refunded = { id: newId(), kind: 'refunded', paymentId: 'payment', refundedCents: 5_000 } as const;
    expect(await catchRefusal(calls.deliver(topUpId, refunded))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'PAYMENT_NOT_APPLIED',
    });
    await calls.deliver(topUpId, paid);
    expect(await calls.deliver(topUpId, refunded)).toEqual({ applied: true });
    expect(await calls.balance(organizationId)).toBe(0);
  });

  it('is refused when it is more than was paid', async () => {
    const { topUpId } = await begun();
    await calls.deliver(topUpId, paid);
    const tooMuch = { kind: 'refunded', paymentId: 'payment', refundedCents: 5_001 } as const;
    expect(await catchRefusal(calls.deliver(topUpId, tooMuch))).toMatchObject({ reason: 'PAYMENT_MISMATCH' });
  });
});

describe('an event that it failed', () => {
  it('ends the payment without money', async () => {
    const { organizationId, topUpId } = await begun();
    await calls.deliver(topUpId, { kind: 'failed', error: 'the bank refused' });
    expect(await statusOf(organizationId, topUpId)).toBe(TransactionStatus.FAILED);
    expect(await calls.balance(organizationId)).toBe(0);
  });
});

describe('the signature', () => {
  const body = JSON.stringify({ id: 'event', kind: 'paid' });
  const bytes = Buffer.from(body);
  const secret = () => billing.config.paymentMockSecret ?? '';
  const at = (deltaMs: number) => new Date(Date.now() + deltaMs);

  it.each([
    ['missing', () => ''],
    ['malformed', () => 't=abc,v1=zz'],
    ['of another secret', () => sign(bytes, 'other', at(0))],
    ['of another body', () => sign(Buffer.from('{}'), secret(), at(0))],
    ['older than five minutes', () => sign(bytes, secret(), at(-301_000))],
    ['from the future', () => sign(bytes, secret(), at(301_000))],
  ])('is refused when it is %s, without saying why', async (_what, signature) => {
    const refusal = await catchRefusal(calls.deliverRaw('mock', body, signature()));
    expect(refusal).toMatchObject({
      status: 'UNAUTHENTICATED',
      message:
        'The credential is missing or not valid. Send an API key in `X-API-Key`, or a key or token in `Authorization: Bearer`.',
    });
  });

  it('may be one of several, as during a change of secrets', async () => {
    const { organizationId, topUpId } = await begun();
    const event = JSON.stringify({
      id: newId(),
      topUpId,
      amountCents: 5_000,
      currency: 'EUR',
      ...paid,
    });
    const good = sign(Buffer.from(event), secret(), at(0));
    const several = good.replace(',v1=', `,v1=${'00'.repeat(32)},v1=`);
    expect(await calls.deliverRaw('mock', event, several)).toEqual({ applied: true });
    expect(await calls.balance(organizationId)).toBe(5_000);
  });

  it('does not make an event of what is none', async () => {
    for (const text of ['', '[]', 'null', '{', body]) {
      const signature = sign(Buffer.from(text), secret(), at(0));
      expect(await catchRefusal(calls.deliverRaw('mock', text, signature))).toMatchObject({
        status: 'INVALID_ARGUMENT',
      });
    }
  });

  it('is no use for a provider that is not configured', async () => {
    expect(await catchRefusal(calls.deliverRaw('stripe', body, sign(bytes, secret(), at(0))))).toMatchObject({
      status: 'NOT_FOUND',
      reason: 'PAYMENT_PROVIDER_NOT_FOUND',
    });
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
