import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';

let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(1_000);
});
afterAll(() => billing.stop());

/** A run that was charged 300. */
async function chargedRun(organizationId = newId()) {
  const runId = newId();
  const call = callByService('verification', organizationId);
  await billing.asVerification.placeHold(call, {
    runId,
    amountCents: 300,
    userId: 'user',
    credentialId: '',
  });
  const run = RunCompleted.fromPartial({ runId, organizationId, costCents: 300 });
  await billing.publish(RunCompleted, run, organizationId);
  await eventually(async () => {
    expect((await billing.accounts.find(organizationId))?.spentCents).toBe(300);
  });
  return { organizationId, runId };
}
const refund = (organizationId: string, runId: string, amountCents: number, refundId = newId()) =>
  billing.asVerification.refundCharge(callByService('verification', organizationId), {
    refundId,
    runId,
    amountCents,
    reason: 'The result was wrong',
  });
const transactionsOf = async (organizationId: string) => {
  const request = { status: TransactionStatus.UNSPECIFIED, type: TransactionType.UNSPECIFIED };
  const call = callBy({ organizationId, role: Role.VIEWER });
  const page = { limit: 200, offset: 0 };
  return (await billing.payments.listTransactions(call, { ...request, ...page })).transactions;
};

describe('RefundCharge', () => {
  it('refunds a part of a charge, with a ledger entry and a transaction of its own', async () => {
    const { organizationId, runId } = await chargedRun();
    const refundId = newId();
    const { account } = await refund(organizationId, runId, 100, refundId);
    expect(account).toMatchObject({ availableCents: 800, heldCents: 0, spentCents: 200, fundedCents: 1_000 });
    const [refunded, charge] = await transactionsOf(organizationId);
    expect(refunded).toMatchObject({
      type: TransactionType.REFUND,
      status: TransactionStatus.SUCCEEDED,
      amountCents: 100,
      provider: 'balance',
      reference: charge?.id,
      idempotencyKey: `refund:${refundId}`,
      description: 'The result was wrong',
      metadata: { runId },
    });
    const [entry] = await billing.ledger.listAll(organizationId);
    expect(entry).toMatchObject({ type: 'refund', cause: `refund:${refundId}`, amountCents: 100, runId });
  });

  it('refunds once, however often it is asked with the same id', async () => {
    const { organizationId, runId } = await chargedRun();
    const refundId = newId();
    const answers = await Promise.all([1, 2, 3].map(() => refund(organizationId, runId, 300, refundId)));
    for (const { account } of answers)
      expect(account).toMatchObject({ availableCents: 1_000, spentCents: 0 });
    expect(await transactionsOf(organizationId)).toHaveLength(2);
  });

  it('never refunds more than was charged, whoever asks at once', async () => {
    const { organizationId, runId } = await chargedRun();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => refund(organizationId, runId, 100)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await catchRefusal(refund(organizationId, runId, 1))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'REFUND_EXCEEDS_CHARGE',
      details: { chargedCents: 300, refundedCents: 300, requestedCents: 1 },
    });
    expect(await billing.accounts.find(organizationId)).toMatchObject({ availableCents: 1_000 });
  });

  it('knows no charge for a run that was never charged, or by another organization', async () => {
    const { runId } = await chargedRun();
    const foreign = await catchRefusal(refund(newId(), runId, 1));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'CHARGE_NOT_FOUND' });
    expect(await catchRefusal(refund(newId(), newId(), 1))).toEqual(foreign);
  });

  it.each([
    ['refundId', { refundId: '' }],
    ['runId', { runId: '' }],
    ['amountCents', { amountCents: 0 }],
  ])('names the bad field %s', async (field, change) => {
    const request = { refundId: newId(), runId: newId(), amountCents: 1, reason: '', ...change };
    const call = callByService('verification', newId());
    expect(await catchRefusal(billing.asVerification.refundCharge(call, request))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('is refused to the admins of an organization', async () => {
    const request = { refundId: newId(), runId: newId(), amountCents: 1, reason: '' };
    expect(
      await catchRefusal(billing.asGateway.refundCharge(callBy({ role: Role.ADMIN }), request)),
    ).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('afterwards', () => {
  it('every account is the sum of its ledger, and its transactions tell the same', async () => {
    expect(await billing.ledgerProblems()).toEqual([]);
  });

  it('the ledger lists refunds by type', async () => {
    const { organizationId, runId } = await chargedRun();
    await refund(organizationId, runId, 5);
    const call = callBy({ organizationId, role: Role.ADMIN });
    const request = { type: LedgerEntryType.REFUND, runId, limit: 10, offset: 0 };
    expect((await billing.asGateway.listLedger(call, request)).total).toBe(1);
  });

  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});
