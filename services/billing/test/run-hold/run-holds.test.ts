import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { ListTransactionsRequest } from '@assay/proto/billing/v1/transactions_service';
import { AnswerAccepted, RunJobClosed } from '@assay/proto/crowd/v1/crowd_events';
import { RunCompleted, RunFailed } from '@assay/proto/runs/v1/run_events';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';

let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(1_000);
});
afterAll(() => billing.stop());

const closedDurable = 'billing__on-run-job-closed';

/** A run of a new organization with one crowd job, and the calls and events about it. */
function newRun(holdId = '') {
  const organizationId = newId();
  const runId = newId();
  const jobId = newId();
  const call = callByService('verification', organizationId);
  const run = { organizationId, runId, holdId };
  const end = { ...run, crowdJobIds: [jobId] };
  const by = { userId: 'user', credentialId: '' };
  return {
    ...run,
    jobId,
    place: (amountCents: number, inParts = true) =>
      billing.asVerification.placeHold(call, { runId, holdId, amountCents, ...by, inParts }),
    /** Holds money for another run of the organization. */
    placeOther: (amountCents: number) =>
      billing.asVerification.placeHold(call, { runId: newId(), amountCents, ...by }),
    release: () => billing.asVerification.releaseHold(call, { runId, holdId }),
    refund: (amountCents: number) =>
      billing.asVerification.refundCharge(call, { refundId: newId(), runId, amountCents, reason: 'wrong' }),
    accept: (chargeCents: number, answerId = newId()) => {
      const answer = { ...run, jobId, answerId, chargeCents, stageSlug: 'marking' };
      return billing.publish(AnswerAccepted, AnswerAccepted.fromPartial(answer), organizationId);
    },
    close: (answersCents: number) => {
      const closed = { ...run, crowdJobId: jobId, stageSlug: 'marking', answersCents };
      return billing.publish(RunJobClosed, RunJobClosed.fromPartial(closed), organizationId);
    },
    complete: (costCents: number, fields: Partial<RunCompleted> = {}) => {
      const completed = RunCompleted.fromPartial({ ...end, costCents, ...fields });
      return billing.publish(RunCompleted, completed, organizationId);
    },
    fail: (fields: Partial<RunFailed> = {}) =>
      billing.publish(RunFailed, RunFailed.fromPartial({ ...end, ...fields }), organizationId),
    async readBalances() {
      const account = await billing.accounts.find(organizationId);
      return [account?.availableCents, account?.heldCents, account?.spentCents];
    },
    async listLedger(filter = {}) {
      const request = { type: LedgerEntryType.UNSPECIFIED, runId: '', limit: 20, offset: 0, ...filter };
      return billing.asGateway.listLedger(callBy({ organizationId, role: Role.ADMIN }), request);
    },
    async listTransactions() {
      const page = ListTransactionsRequest.fromPartial({ limit: 20 });
      return (await billing.payments.listTransactions(callBy({ organizationId }), page)).transactions;
    },
  };
}

describe('the hold of a run that requests answers', () => {
  it.each(['', 'second'])(
    'is charged by answers and by the end of the run (hold id "%s")',
    async (holdId) => {
      const run = newRun(holdId);
      const { runId, jobId } = run;
      await run.place(120);
      expect((await run.place(120)).account).toMatchObject({ availableCents: 880, heldCents: 120 });
      const answerId = newId();
      for (let time = 0; time < 3; time += 1) await run.accept(20, answerId);
      await run.accept(20);
      await eventually(async () => expect(await run.readBalances()).toEqual([880, 80, 40]));
      for (let time = 0; time < 3; time += 1) await run.complete(10);
      await eventually(async () => expect(await run.readBalances()).toEqual([880, 70, 50]));
      expect(await catchRefusal(run.place(120))).toMatchObject({ reason: 'HOLD_ENDED' });
      for (let time = 0; time < 3; time += 1) await run.close(40);
      await eventually(async () => expect(await run.readBalances()).toEqual([950, 0, 50]));
      const name = holdId === '' ? runId : holdId;
      const { entries } = await run.listLedger({ runId });
      expect(entries.map(({ id, amountCents }) => [id, amountCents])).toEqual([
        [`release:${name}:${jobId}`, 70],
        [`release:${name}:end`, 0],
        [`charge:${name}`, 10],
        [expect.stringMatching(/^charge:/u), 20],
        [`charge:${answerId}`, 20],
        [`hold:${name}`, 120],
      ]);
      const ofJob = await run.listLedger({ jobId });
      expect(ofJob.entries.map((entry) => [entry.runId, entry.jobId, entry.stageSlug])).toEqual(
        Array.from({ length: 3 }, () => [runId, jobId, 'marking']),
      );
    },
  );

  it('has a transaction for each charge, and for each refund of an answer of a failed run', async () => {
    const run = newRun();
    const { runId, jobId } = run;
    const answerId = newId();
    const metadata = { runId, jobId, stageSlug: 'marking', answerId };
    await run.place(120);
    await run.accept(20, answerId);
    await eventually(async () => expect(await run.readBalances()).toEqual([880, 100, 20]));
    await run.fail();
    await eventually(async () => expect(await run.readBalances()).toEqual([900, 100, 0]));
    const late = newId();
    await run.accept(15, late);
    await eventually(async () => expect(await run.readBalances()).toEqual([915, 85, 0]));
    await run.close(35);
    await eventually(async () => expect(await run.readBalances()).toEqual([1_000, 0, 0]));
    const transactions = await run.listTransactions();
    const charge = transactions.find(({ idempotencyKey }) => idempotencyKey === `charge:${answerId}`);
    expect(charge).toMatchObject({ amountCents: 20, reference: jobId, userId: 'user', metadata });
    expect(transactions.map(({ idempotencyKey }) => idempotencyKey).toSorted()).toEqual(
      [
        ...[`charge:${answerId}`, `refund:answer:${answerId}`],
        ...[`charge:${late}`, `refund:answer:${late}`],
      ].toSorted(),
    );
    expect(
      transactions.find(({ idempotencyKey }) => idempotencyKey === `refund:answer:${answerId}`),
    ).toMatchObject({ amountCents: 20, reference: charge?.id, metadata });
  });

  it('keeps the charges of a canceled run', async () => {
    const run = newRun();
    await run.place(120);
    await run.accept(20);
    await run.fail({ canceled: true });
    await run.close(20);
    await eventually(async () => expect(await run.readBalances()).toEqual([980, 0, 20]));
  });

  it('ends with the run when no job was made or no answer came', async () => {
    const early = newRun();
    await early.place(120);
    await early.complete(10, { crowdJobIds: [] });
    await eventually(async () => expect(await early.readBalances()).toEqual([990, 0, 10]));
    const unanswered = newRun();
    await unanswered.place(120);
    await unanswered.close(0);
    await unanswered.complete(0);
    await eventually(async () => expect(await unanswered.readBalances()).toEqual([1_000, 0, 0]));
    expect(await unanswered.listTransactions()).toEqual([]);
  });

  it('is released as a whole when the start failed, placed or not, and cannot be placed later', async () => {
    for (const isPlaced of [true, false]) {
      const run = newRun();
      if (isPlaced) await run.place(120);
      for (let time = 0; time < 2; time += 1) await run.release();
      await eventually(async () => expect(await run.readBalances()).toEqual([1_000, 0, 0]));
      expect(await catchRefusal(run.place(120))).toMatchObject({ reason: 'HOLD_ENDED' });
      await run.fail({ crowdJobIds: [] });
      await eventually(async () => expect(await run.readBalances()).toEqual([1_000, 0, 0]));
    }
  });

  it('is not released while answers are under way after the end of the run', async () => {
    const run = newRun();
    await run.place(120);
    await run.fail({ canceled: true });
    await eventually(async () => expect((await run.listLedger()).total).toBe(3));
    expect((await run.release()).account).toMatchObject({ heldCents: 120 });
    await run.accept(20);
    await run.close(20);
    await eventually(async () => expect(await run.readBalances()).toEqual([980, 0, 20]));
  });

  it('is refunded by support up to all of its charges, and a failure refunds only the rest', async () => {
    const run = newRun();
    await run.place(120);
    await run.accept(20);
    await eventually(async () => expect(await run.readBalances()).toEqual([880, 100, 20]));
    await run.refund(5);
    expect(await catchRefusal(run.refund(16))).toMatchObject({
      reason: 'REFUND_EXCEEDS_CHARGE',
      details: { chargedCents: 20, refundedCents: 5, requestedCents: 16 },
    });
    await run.fail();
    await run.close(20);
    await eventually(async () => expect(await run.readBalances()).toEqual([1_000, 0, 0]));
    expect(await catchRefusal(run.refund(1))).toMatchObject({ reason: 'REFUND_EXCEEDS_CHARGE' });
  });
});

describe('an event about the answers of a run', () => {
  it('waits for the hold', async () => {
    const run = newRun();
    await run.accept(20);
    await run.close(20);
    await run.complete(10);
    await run.place(120);
    await eventually(async () => expect(await run.readBalances()).toEqual([970, 0, 30]));
  });

  it.each([
    ['an answer over more than is left', 'answer-accepted', (run: Run) => run.accept(11)],
    ['an answer below 0', 'answer-accepted', (run: Run) => run.accept(-1)],
    ['a closed job with answers below 0', 'run-job-closed', (run: Run) => run.close(-1)],
    ['a run that costs more than is left', 'run-completed', (run: Run) => run.complete(11)],
  ])('becomes a dead letter and moves nothing: %s', async (_event, consumer, send) => {
    const run = newRun();
    await run.place(10);
    await run.placeOther(50);
    const durable = `billing__on-${consumer}`;
    const before = await countDeadLetters(billing.events, durable);
    await send(run);
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, durable)).toBe(before + 1);
    });
    await eventually(async () => expect(await run.readBalances()).toEqual([940, 60, 0]));
  });

  it('becomes a dead letter for a hold that is not charged in parts, which ends whole', async () => {
    const run = newRun();
    await run.place(120, false);
    const before = await countDeadLetters(billing.events, closedDurable);
    await run.close(20);
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, closedDurable)).toBe(before + 1);
    });
    await run.complete(100);
    await eventually(async () => expect(await run.readBalances()).toEqual([900, 0, 100]));
    expect((await run.listLedger()).entries.map(({ amountCents }) => amountCents)).toEqual([
      ...[20, 100, 120, 1_000],
    ]);
  });
});

describe('afterwards', () => {
  it('every account is the sum of its ledger, and each query has an index', async () => {
    expect(await billing.ledgerProblems()).toEqual([]);
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});

type Run = ReturnType<typeof newRun>;
