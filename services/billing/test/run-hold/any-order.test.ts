import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../src/domain/run-hold/run-end.ts';
import { findProblems, readBalances } from '../job-hold/job-money.ts';
import { deadDrainer, openBillingDatabase } from '../processes.ts';
import { createRunMoney, heldCents, listEvents, outcomes, readPrice } from './run-money.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(2_000);
});
afterAll(() => database.close());

/** Checks the balances, and in the ledger that each answer was charged, and refunded in a failed run, once. */
async function expectSettled(organizationId: string, runOutcomes: readonly RunOutcome[]): Promise<void> {
  await eventually(async () => {
    expect(await database.newDrainer().drain(organizationId)).toBe(true);
    expect((await database.accounts.find(organizationId))?.pendingEntries).toEqual([]);
  });
  const spentCents = runOutcomes.reduce((sum, outcome) => sum + readPrice(outcome), 0);
  const availableCents = 2_000 - spentCents;
  expect(await readBalances(database, organizationId)).toEqual({ availableCents, heldCents: 0, spentCents });
  const entries = await database.ledger.listAll(organizationId);
  const count = (type: string) => entries.filter((entry) => entry.type === type).length;
  const having = (outcome: RunOutcome) => runOutcomes.filter((one) => one === outcome).length;
  expect(count('charge')).toBe(5 * runOutcomes.length + having('completed'));
  expect(count('refund')).toBe(5 * having('failed'));
  expect(count('release')).toBe(4 * runOutcomes.length);
  expect(entries.filter(({ jobHold }) => (jobHold?.leftCents ?? 0) < 0)).toEqual([]);
  expect(await database.holds.listOpen(organizationId)).toEqual([]);
  expect(await findProblems(database, organizationId)).toEqual([]);
}

describe('the postings of a run that requests answers', () => {
  it.each(outcomes)('have the same result in any order, each repeated, when it is %s', async (outcome) => {
    const random = createRandom(7);
    for (let permutation = 0; permutation < 16; permutation += 1) {
      const run = { organizationId: newId(), runId: newId() };
      const deps = database.newProcess();
      await createRunMoney(run).place(heldCents)(deps);
      const events = listEvents(run, outcome);
      for (const event of random.shuffled([...events, ...events])) {
        await event(deps);
        await readBalances(database, run.organizationId);
      }
      await expectSettled(run.organizationId, [outcome]);
    }
  });

  it.each([1, 2, 3, 4])('keep every cent when three processes post at once (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const organizationId = newId();
    // The third process leaves its entries in the account.
    const processes = [
      ...[database.newProcess(), database.newProcess()],
      database.newProcess({ drainer: deadDrainer }),
    ];
    const start = async (outcome: RunOutcome) => {
      const run = { organizationId, runId: newId() };
      await createRunMoney(run).place(heldCents)(database.newProcess());
      return listEvents(run, outcome);
    };
    const all = (await Promise.all(outcomes.map(start))).flat();
    const posted = random.shuffled([...all, ...all, ...all]).map((event) => {
      const deps = processes[random.below(3)] ?? database.newProcess();
      return eventually(() => event(deps));
    });
    let isDone = false;
    const watch = async (): Promise<void> => {
      while (!isDone) await readBalances(database, organizationId);
    };
    const watching = watch();
    await Promise.all(posted);
    isDone = true;
    await watching;
    await expectSettled(organizationId, outcomes);
  });

  it('keep the attempts of a run apart when it is canceled and started again with another hold', async () => {
    const random = createRandom(3);
    for (let permutation = 0; permutation < 8; permutation += 1) {
      const first = { organizationId: newId(), runId: newId() };
      const second = { ...first, holdId: newId() };
      const processes = [database.newProcess(), database.newProcess()];
      for (const run of [first, second]) await createRunMoney(run).place(heldCents)(database.newProcess());
      const events = [...listEvents(first, 'canceled'), ...listEvents(second, 'completed')];
      const order = random.shuffled([...events, ...events]);
      await Promise.all(
        order.map((event, at) => eventually(() => event(processes[at % 2] ?? database.newProcess()))),
      );
      await expectSettled(first.organizationId, ['canceled', 'completed']);
    }
  });

  it('hold money for answers under way until they are charged, and for nothing else', async () => {
    const run = { organizationId: newId(), runId: newId() };
    const money = createRunMoney(run);
    const deps = database.newProcess();
    const jobId = newId();
    const answers = [newId(), newId()] as const;
    const expectHeld = async (cents: number) => {
      expect((await readBalances(database, run.organizationId))?.heldCents).toBe(cents);
    };
    await money.place(heldCents)(deps);
    await money.charge(jobId, answers[0], 10)(deps);
    await money.end('completed', [jobId], 10)(deps);
    await expectHeld(100);
    await money.close(jobId, 20)(deps);
    await expectHeld(10);
    await money.charge(jobId, answers[1], 10)(deps);
    await expectHeld(0);
    await expect(money.charge(jobId, newId(), 10)(deps)).rejects.toMatchObject({ reason: 'HOLD_EXCEEDED' });
  });
});
