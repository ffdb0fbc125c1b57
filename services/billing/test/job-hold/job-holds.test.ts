import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { ListTransactionsRequest } from '@assay/proto/billing/v1/transactions_service';
import { AnswerAccepted, JobFundsReleased } from '@assay/proto/crowd/v1/crowd_events';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
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

const answerDurable = 'billing__on-answer-accepted';
const releaseDurable = 'billing__on-job-funds-released';
const crowdCall = (organizationId: string) => callByService('crowd-webhooks', organizationId);

/** A job of a new organization and the calls and events about it. */
function newJob() {
  const organizationId = newId();
  const jobId = newId();
  const call = crowdCall(organizationId);
  return {
    organizationId,
    jobId,
    place: (amountCents: number, order: Partial<PlaceHoldRequest> = {}) =>
      billing.asCrowd.placeHold(call, {
        runId: '',
        jobId,
        amountCents,
        userId: 'user',
        credentialId: '',
        ...order,
      }),
    end: (holdId = '') => billing.asCrowd.releaseHold(call, { runId: '', jobId, holdId }),
    accept: (chargeCents: number, fields: Partial<AnswerAccepted> = {}) => {
      const event = { organizationId, jobId, answerId: newId(), chargeCents, ...fields };
      return billing.publish(AnswerAccepted, AnswerAccepted.fromPartial(event), organizationId);
    },
    release: (amountCents: number, releaseId = newId()) =>
      billing.publish(
        JobFundsReleased,
        JobFundsReleased.fromPartial({ organizationId, jobId, releaseId, amountCents }),
        organizationId,
      ),
    async balances() {
      const account = await billing.accounts.find(organizationId);
      return [account?.availableCents, account?.heldCents, account?.spentCents, account?.fundedCents];
    },
    listLedger: (filter = {}) =>
      billing.asGateway.listLedger(callBy({ organizationId, role: Role.ADMIN }), {
        type: LedgerEntryType.UNSPECIFIED,
        runId: '',
        jobId,
        limit: 20,
        offset: 0,
        ...filter,
      }),
  };
}
const allHandled = (durable: string) =>
  eventually(async () => {
    const { jsm, namespace } = billing.events;
    const info = await jsm.consumers.info(namespace.stream('CROWD'), durable);
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });

describe('the hold of a job', () => {
  it('is placed once, raised once by each id, charged by answers and released in parts', async () => {
    const job = newJob();
    await job.place(300);
    expect((await job.place(300)).account).toMatchObject({ availableCents: 700, heldCents: 300 });
    await job.place(50, { holdId: 'raise' });
    expect((await job.place(50, { holdId: 'raise' })).account).toMatchObject({ heldCents: 350 });
    const answerId = newId();
    for (let time = 0; time < 3; time += 1) await job.accept(100, { answerId });
    for (let time = 0; time < 3; time += 1) await job.release(200, 'unused');
    await eventually(async () => {
      expect(await job.balances()).toEqual([850, 50, 100, 1_000]);
    });
    await allHandled(answerDurable);
    await allHandled(releaseDurable);
    expect(await job.balances()).toEqual([850, 50, 100, 1_000]);
    const { entries, total } = await job.listLedger();
    expect(total).toBe(4);
    expect(entries.map(({ id }) => id).toSorted()).toEqual(
      [
        ...[`hold:${job.jobId}`, `hold:${job.jobId}:raise`],
        ...[`charge:${answerId}`, `release:${job.jobId}:unused`],
      ].toSorted(),
    );
    expect(new Set(entries.map(({ jobId }) => jobId))).toEqual(new Set([job.jobId]));
    expect(await billing.ledgerProblems()).toEqual([]);
  });

  it('has a transaction for each charge', async () => {
    const job = newJob();
    const answerId = newId();
    await job.place(20);
    await job.accept(12, { answerId });
    const call = callBy({ organizationId: job.organizationId });
    await eventually(async () => {
      const page = ListTransactionsRequest.fromPartial({ limit: 10 });
      expect((await billing.payments.listTransactions(call, page)).transactions).toMatchObject([
        {
          amountCents: 12,
          provider: 'balance',
          reference: job.jobId,
          userId: 'user',
          idempotencyKey: `charge:${answerId}`,
          metadata: { jobId: job.jobId, answerId },
        },
      ]);
    });
  });

  it('can be raised after nothing was left of it', async () => {
    const job = newJob();
    await job.place(10);
    await job.accept(10);
    await eventually(async () => expect(await job.balances()).toEqual([990, 0, 10, 1_000]));
    expect((await job.place(10)).account).toMatchObject({ heldCents: 0 });
    await job.place(5, { holdId: 'undone' });
    await job.accept(5);
    await eventually(async () => expect(await job.balances()).toEqual([985, 0, 15, 1_000]));
  });

  it('loses a raise that is released once, placed or not, and can be raised by other ids', async () => {
    const job = newJob();
    await job.place(300);
    await job.place(50, { holdId: 'raise' });
    for (let time = 0; time < 2; time += 1) {
      expect((await job.end('raise')).account).toMatchObject({ availableCents: 700, heldCents: 300 });
      expect((await job.end('late')).account).toMatchObject({ heldCents: 300 });
    }
    for (const holdId of ['raise', 'late']) {
      expect(await catchRefusal(job.place(50, { holdId }))).toMatchObject({ reason: 'HOLD_ENDED' });
    }
    await job.place(20, { holdId: 'other' });
    await job.accept(320);
    await eventually(async () => expect(await job.balances()).toEqual([680, 0, 320, 1_000]));
    const { entries } = await job.listLedger({ type: LedgerEntryType.RELEASE });
    expect(entries.map(({ id, amountCents }) => [id, amountCents])).toEqual([
      [`release:${job.jobId}:late`, 0],
      [`release:${job.jobId}:raise`, 50],
    ]);
    expect(await billing.ledgerProblems()).toEqual([]);
  });

  it('ends for good when it is released as a whole, placed or not', async () => {
    const placed = newJob();
    const never = newJob();
    await placed.place(300);
    expect((await placed.end()).account).toMatchObject({ availableCents: 1_000, heldCents: 0 });
    await placed.end();
    await never.end();
    for (const job of [placed, never]) {
      for (const order of [{}, { holdId: 'raise' }]) {
        expect(await catchRefusal(job.place(300, order))).toMatchObject({ reason: 'HOLD_ENDED' });
      }
      await job.release(10);
      expect(await job.balances()).toEqual([1_000, 0, 0, 1_000]);
    }
    await allHandled(releaseDurable);
    expect(await countDeadLetters(billing.events, releaseDurable)).toBe(0);
  });

  it('is refused without the money, beyond a spend limit of the lineage, and with or without both owners', async () => {
    const job = newJob();
    expect(await catchRefusal(job.place(1_001))).toMatchObject({
      reason: 'INSUFFICIENT_BALANCE',
      details: { balanceCents: 1_000, requiredCents: 1_001 },
    });
    const limit = { limitCents: 100, period: SpendPeriod.DAY };
    const inheritedSpendLimits = { limits: [{ credentialId: 'parent', limit }] };
    const order = { credentialId: 'key', inheritedSpendLimits };
    await job.place(60, order);
    expect(await catchRefusal(job.place(41, { ...order, holdId: 'raise' }))).toMatchObject({
      reason: 'SPEND_LIMIT_EXCEEDED',
      details: { spentCents: 60, requiredCents: 41 },
    });
    for (const names of [{ jobId: '' }, { runId: newId() }]) {
      expect(await catchRefusal(job.place(1, names))).toMatchObject({ status: 'INVALID_ARGUMENT' });
    }
    const call = crowdCall(job.organizationId);
    for (const names of [{ runId: '' }, { runId: 'run', jobId: 'job' }]) {
      expect(await catchRefusal(billing.asCrowd.releaseHold(call, names))).toMatchObject({
        status: 'INVALID_ARGUMENT',
      });
      expect(await catchRefusal(billing.asCrowd.confirmHold(call, names))).toMatchObject({
        status: 'INVALID_ARGUMENT',
      });
    }
  });
});

describe('an event about the money of a job', () => {
  it('waits for the hold', async () => {
    const job = newJob();
    await job.accept(30);
    await job.release(70);
    await job.place(100);
    await eventually(async () => expect(await job.balances()).toEqual([970, 0, 30, 1_000]));
  });

  it.each([
    ['an answer over more than is left', answerDurable, (job: Job) => job.accept(11)],
    ['a release of more than is left', releaseDurable, (job: Job) => job.release(11)],
    ['an answer below 0', answerDurable, (job: Job) => job.accept(-1)],
    ['a release below 0', releaseDurable, (job: Job) => job.release(-1)],
    ['an answer of a run without a hold', answerDurable, (job: Job) => job.accept(1, { runId: newId() })],
    ['an answer without its id', answerDurable, (job: Job) => job.accept(1, { answerId: '' })],
    ['a release without its id', releaseDurable, (job: Job) => job.release(1, '')],
  ])('becomes a dead letter and moves nothing: %s', async (_event, durable, send) => {
    const job = newJob();
    await job.place(10);
    const before = await countDeadLetters(billing.events, durable);
    await send(job);
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, durable)).toBe(before + 1);
    });
    expect(await job.balances()).toEqual([990, 10, 0, 1_000]);
  });

  it('moves nothing when it is over 0 cents', async () => {
    const job = newJob();
    await job.place(10);
    await job.accept(0);
    await job.release(0);
    await job.accept(0, { runId: newId(), stageSlug: 'review' });
    await allHandled(answerDurable);
    await allHandled(releaseDurable);
    expect(await job.balances()).toEqual([990, 10, 0, 1_000]);
    expect((await job.listLedger()).total).toBe(1);
  });
});

describe('two billing processes', () => {
  it('charge and release the hold of a job exactly once, every event delivered twice', async () => {
    const second = await billing.startAnother();
    const job = newJob();
    await job.place(400);
    const events = Array.from({ length: 40 }, () => ({ answerId: newId(), releaseId: newId() }));
    await Promise.all(
      [...events, ...events].flatMap(({ answerId, releaseId }) => [
        ...[job.accept(6, { answerId }), job.release(4, releaseId)],
      ]),
    );
    await eventually(async () => {
      expect(await job.balances()).toEqual([760, 0, 240, 1_000]);
    });
    await allHandled(answerDurable);
    await allHandled(releaseDurable);
    await second.stop();
    await eventually(async () => {
      expect((await billing.accounts.find(job.organizationId))?.pendingEntries).toEqual([]);
    });
    expect(await job.balances()).toEqual([760, 0, 240, 1_000]);
    expect((await job.listLedger()).total).toBe(81);
    expect(await billing.ledgerProblems()).toEqual([]);
  });
});

describe('the ledger', () => {
  it('is filtered by job and type, and shows no entry of another organization', async () => {
    const job = newJob();
    const other = newJob();
    await job.place(10);
    await job.place(5, { holdId: 'raise' });
    await job.accept(3);
    await eventually(async () => expect((await job.listLedger()).total).toBe(3));
    expect((await job.listLedger({ type: LedgerEntryType.HOLD })).total).toBe(2);
    expect((await job.listLedger({ jobId: newId() })).total).toBe(0);
    expect((await other.listLedger({ jobId: job.jobId })).total).toBe(0);
  });

  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
    expect(await billing.ledgerProblems()).toEqual([]);
  });
});

type Job = ReturnType<typeof newJob>;
