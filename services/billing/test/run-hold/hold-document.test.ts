import { newId } from '@assay/chassis/ids';
import { HoldOverdue } from '@assay/proto/billing/v1/billing_events';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import type { Binary, Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishOverdueHolds } from '../../src/domain/hold/publish-overdue-holds.ts';
import { settleLedger } from '../../src/store/settle-ledger.ts';
import { findProblems, readBalances } from '../job-hold/job-money.ts';
import { openBillingDatabase } from '../processes.ts';
import { createRunMoney } from './run-money.ts';

const minuteMs = 60_000;
const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
});
afterAll(() => database.close());

type StoredDocument = Document & { _id: string };
const accounts = () => database.db.collection<StoredDocument>('accounts');

/** A run with 120 cents, of which 20 are charged, and whose entries are recorded. */
async function startRun(holdId = newId()) {
  const run = { organizationId: newId(), runId: newId(), holdId };
  const jobId = newId();
  const deps = database.newProcess({ clock });
  const money = createRunMoney(run);
  await money.place(120)(deps);
  await money.charge(jobId, newId(), 20)(deps);
  await deps.drainer.drain(run.organizationId);
  return { ...run, jobId, money, deps: { ...deps, holds: database.holds } };
}

async function readOverdue(organizationId: string): Promise<HoldOverdue[]> {
  const stored = await accounts().findOne({ _id: organizationId });
  const outbox = (stored?.['outbox'] ?? []) as { readonly payload: Binary }[];
  return outbox.map(({ payload }) => HoldOverdue.decode(payload.buffer));
}

describe('the document of the hold of a run that is charged in parts', () => {
  it('names the run and no job, has the amount that is left, and closes at 0', async () => {
    const { organizationId, runId, holdId, jobId, money, deps } = await startRun();
    const list = async () => {
      await deps.drainer.drain(organizationId);
      return database.holds.listOpen(organizationId);
    };
    expect(await list()).toEqual([
      {
        organizationId,
        runId,
        holdId,
        amountCents: 100,
        userId: 'user',
        credentialIds: [],
        createdAt: expect.any(Date) as Date,
      },
    ]);
    await money.end('completed', [jobId], 10)(deps);
    expect(await list()).toMatchObject([{ runId, holdId, amountCents: 90 }]);
    await money.close(jobId, 20)(deps);
    expect(await list()).toEqual([]);
    expect(await findProblems(database, organizationId)).toEqual([]);
  });

  it('is overdue by the names of the run until the hold closes, and a confirmation is kept', async () => {
    const { organizationId, runId, holdId, jobId, money, deps } = await startRun();
    clock.advance(11 * minuteMs);
    await publishOverdueHolds(deps, 10 * minuteMs);
    const overdue = HoldOverdue.fromPartial({ organizationId, runId, holdId });
    expect(await readOverdue(organizationId)).toEqual([overdue]);
    clock.advance(120 * minuteMs);
    expect(await findProblems(database, organizationId, clock.now())).toEqual([
      expect.stringMatching(new RegExp(`^the hold of ${runId} over 100, .* has no living run$`, 'u')),
    ]);
    await database.holds.confirm(organizationId, { runId, holdId }, clock.now());
    expect(await findProblems(database, organizationId, clock.now())).toEqual([]);
    await money.end('failed', [jobId], 0)(deps);
    await money.close(jobId, 20)(deps);
    await deps.drainer.drain(organizationId);
    await publishOverdueHolds(deps, 10 * minuteMs);
    expect(await readOverdue(organizationId)).toEqual([overdue]);
  });

  it('is found by the reconciliation when it is wrong, and decides nothing', async () => {
    const { organizationId, holdId, jobId, money, deps } = await startRun();
    const holds = database.db.collection('holds');
    await holds.updateOne({ organizationId }, { $inc: { amountCents: 500 } });
    expect(await findProblems(database, organizationId)).toEqual([
      `the hold of ${holdId} is open over 600, in the ledger open over 100`,
      'heldCents is 100, the open holds are 600',
    ]);
    await expect(money.charge(jobId, newId(), 101)(deps)).rejects.toMatchObject({ reason: 'HOLD_EXCEEDED' });
    await money.charge(jobId, newId(), 100)(deps);
    await deps.drainer.drain(organizationId);
    expect(await findProblems(database, organizationId)).toEqual([]);
  });

  it('follows the restored account, whose events then have the same result', async () => {
    const { organizationId, jobId, money, deps } = await startRun('');
    const copied = await accounts().findOne({ _id: organizationId });
    const answerId = newId();
    const events = [
      money.charge(jobId, answerId, 20),
      money.end('failed', [jobId], 0),
      money.close(jobId, 40),
    ];
    const deliver = async () => {
      for (const event of events) await event(deps);
      await deps.drainer.drain(organizationId);
      expect(await database.holds.listOpen(organizationId)).toEqual([]);
      expect(await findProblems(database, organizationId)).toEqual([]);
      expect(await readBalances(database, organizationId)).toMatchObject({ heldCents: 0, spentCents: 0 });
    };
    await deliver();
    await accounts().replaceOne({ _id: organizationId }, copied ?? {});
    await settleLedger(database.db);
    expect(await findProblems(database, organizationId)).toEqual([]);
    expect(await database.holds.listOpen(organizationId)).toMatchObject([{ amountCents: 100 }]);
    await deliver();
  });
});

describe('the reconciliation', () => {
  it('finds an entry of a run that states another amount than the entries before it', async () => {
    const { organizationId, jobId } = await startRun();
    const wrong = { organizationId, jobId, type: 'charge' };
    await database.db.collection('ledger').updateOne(wrong, { $set: { 'jobHold.leftCents': 101 } });
    expect(await findProblems(database, organizationId)).toEqual([
      expect.stringMatching(/^charge:.* states that 101 are left of its hold, not 100$/u),
    ]);
  });
});
