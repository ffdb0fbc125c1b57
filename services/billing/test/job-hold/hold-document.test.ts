import { newId } from '@assay/chassis/ids';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import type { Binary, Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishOverdueHolds } from '../../src/domain/hold/publish-overdue-holds.ts';
import { settleLedger } from '../../src/store/settle-ledger.ts';
import { openBillingDatabase } from '../processes.ts';
import { createJobMoney, findProblems, readBalances } from './job-money.ts';

const minuteMs = 60_000;
const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
});
afterAll(() => database.close());

type StoredDocument = Document & { _id: string };
const accounts = () => database.db.collection<StoredDocument>('accounts');
const holds = () => database.db.collection<StoredDocument>('holds');

/** A job with 100 cents, of which 30 are charged, and whose entries are recorded. */
async function startJob() {
  const organizationId = newId();
  const jobId = newId();
  const deps = database.newProcess({ clock });
  const money = createJobMoney({ organizationId, jobId });
  await money.place(100)(deps);
  await money.charge(newId(), 30)(deps);
  await deps.drainer.drain(organizationId);
  return { organizationId, jobId, money, deps: { ...deps, holds: database.holds } };
}

async function readOverdue(organizationId: string): Promise<HoldOverdue[]> {
  const stored = await accounts().findOne({ _id: organizationId });
  const outbox = (stored?.['outbox'] ?? []) as { readonly payload: Binary }[];
  return outbox.map(({ payload }) => HoldOverdue.decode(payload.buffer));
}

describe('the document of the hold of a job', () => {
  it('has the amount that is left, closes at 0 and opens again with a raise', async () => {
    const { organizationId, jobId, money, deps } = await startJob();
    const list = async () => {
      await deps.drainer.drain(organizationId);
      return database.holds.listOpen(organizationId);
    };
    expect(await list()).toMatchObject([{ runId: '', jobId, amountCents: 70, userId: 'user' }]);
    await money.release('unused', 70)(deps);
    expect(await list()).toEqual([]);
    await money.place(5, 'undone')(deps);
    expect(await list()).toMatchObject([{ jobId, amountCents: 5 }]);
    await money.end()(deps);
    expect(await list()).toEqual([]);
    expect(await findProblems(database, organizationId)).toEqual([]);
  });

  it('is overdue by the id of the job alone until the hold closes, and a confirmation is kept', async () => {
    const { organizationId, jobId, money, deps } = await startJob();
    clock.advance(11 * minuteMs);
    await publishOverdueHolds(deps, 10 * minuteMs);
    const overdue = HoldOverdue.fromPartial({ organizationId, runId: '', jobId });
    expect(await readOverdue(organizationId)).toEqual([overdue]);
    clock.advance(120 * minuteMs);
    expect(await findProblems(database, organizationId, clock.now())).toEqual([
      expect.stringMatching(new RegExp(`^the hold of ${jobId} over 70, .* has no living job$`, 'u')),
    ]);
    await database.holds.confirm(organizationId, { runId: '', jobId }, clock.now());
    expect(await findProblems(database, organizationId, clock.now())).toEqual([]);
    await money.end()(deps);
    await deps.drainer.drain(organizationId);
    await publishOverdueHolds(deps, 10 * minuteMs);
    expect(await readOverdue(organizationId)).toEqual([overdue]);
  });

  it('is found by the reconciliation when it is wrong, and decides nothing', async () => {
    const { organizationId, jobId, money, deps } = await startJob();
    await holds().updateOne({ organizationId }, { $inc: { amountCents: 500 } });
    expect(await findProblems(database, organizationId)).toEqual([
      `the hold of ${jobId} is open over 570, in the ledger open over 70`,
      'heldCents is 70, the open holds are 570',
    ]);
    await expect(money.charge(newId(), 71)(deps)).rejects.toMatchObject({ reason: 'HOLD_EXCEEDED' });
    await money.charge(newId(), 70)(deps);
    await deps.drainer.drain(organizationId);
    expect(await findProblems(database, organizationId)).toEqual([]);
    await holds().deleteOne({ organizationId });
    expect(await findProblems(database, organizationId)).toEqual([]);
  });

  it('does not return to an earlier amount when a process records older entries late', async () => {
    const { organizationId, money, deps } = await startJob();
    const older = await database.ledger.listAll(organizationId);
    await money.charge(newId(), 20)(deps);
    await deps.drainer.drain(organizationId);
    await database.holds.record(older.toReversed());
    expect(await database.holds.listOpen(organizationId)).toMatchObject([{ amountCents: 50 }]);
  });

  it('follows the restored account, also when the copy of the hold is newer', async () => {
    const { organizationId, money, deps } = await startJob();
    const copied = await accounts().findOne({ _id: organizationId });
    // These two leave the amount as it was, and only the sequence tells that the hold is newer.
    await money.place(20, 'raise')(deps);
    await money.release('unused', 20)(deps);
    await deps.drainer.drain(organizationId);
    await accounts().replaceOne({ _id: organizationId }, copied ?? {});
    await settleLedger(database.db);
    expect(await findProblems(database, organizationId)).toEqual([]);
    await money.charge(newId(), 10)(deps);
    await deps.drainer.drain(organizationId);
    expect(await database.holds.listOpen(organizationId)).toMatchObject([{ amountCents: 60 }]);
    expect(await findProblems(database, organizationId)).toEqual([]);
    expect(await readBalances(database, organizationId)).toMatchObject({ heldCents: 60, spentCents: 40 });
  });
});

describe('the reconciliation', () => {
  it('finds an entry of a job that states another amount than the entries before it', async () => {
    const { organizationId, jobId } = await startJob();
    const wrong = { organizationId, jobId, type: 'charge' };
    await database.db.collection('ledger').updateOne(wrong, { $set: { 'jobHold.leftCents': 71 } });
    expect(await findProblems(database, organizationId)).toEqual([
      expect.stringMatching(/^charge:.* states that 71 are left of its hold, not 70$/u),
    ]);
  });
});
