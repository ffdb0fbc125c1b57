import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { deadDrainer, openBillingDatabase } from '../processes.ts';
import { createJobMoney, findProblems, readBalances } from './job-money.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(2_000);
});
afterAll(() => database.close());

type Action = (deps: Deps) => Promise<unknown>;

/** A job that holds 400 cents in two parts, is charged 240 and releases 160. */
function listActions(organizationId: string): Action[] {
  const money = createJobMoney({ organizationId, jobId: newId() });
  return [
    ...[money.place(300), money.place(100, 'raise')],
    ...Array.from({ length: 4 }, () => money.charge(newId(), 60)),
    ...[money.release('unused', 110), money.release('archived', 50)],
  ];
}

/** The charges and releases that wait for money, as events do. */
async function deliverAll(actions: readonly Action[], deps: Deps, organizationId: string): Promise<void> {
  let waiting = actions;
  while (waiting.length > 0) {
    const refused: Action[] = [];
    for (const action of waiting) {
      await action(deps).catch((error: unknown) => {
        const { reason = '' } = error as { reason?: string };
        if (reason !== 'HOLD_NOT_FOUND' && reason !== 'HOLD_EXCEEDED') throw error;
        refused.push(action);
      });
      await readBalances(database, organizationId);
    }
    expect(refused.length).toBeLessThan(waiting.length);
    waiting = refused;
  }
}

async function expectSettled(organizationId: string, jobs: number): Promise<void> {
  await eventually(async () => {
    expect(await database.newDrainer().drain(organizationId)).toBe(true);
    expect((await database.accounts.find(organizationId))?.pendingEntries).toEqual([]);
  });
  const spentCents = 240 * jobs;
  const availableCents = 2_000 - spentCents;
  expect(await readBalances(database, organizationId)).toEqual({ availableCents, heldCents: 0, spentCents });
  const entries = await database.ledger.listAll(organizationId);
  expect(entries).toHaveLength(1 + 8 * jobs);
  expect(entries.filter(({ jobHold }) => (jobHold?.leftCents ?? 0) < 0)).toEqual([]);
  expect(await database.holds.listOpen(organizationId)).toEqual([]);
  expect(await findProblems(database, organizationId)).toEqual([]);
}

describe('the postings of a job', () => {
  it('have the same result in any order, each repeated', async () => {
    const random = createRandom(7);
    for (let permutation = 0; permutation < 16; permutation += 1) {
      const organizationId = newId();
      const actions = listActions(organizationId);
      const deps = database.newProcess();
      await deliverAll(random.shuffled([...actions, ...actions]), deps, organizationId);
      await expectSettled(organizationId, 1);
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
    const actions = Array.from({ length: 4 }, () => listActions(organizationId)).flat();
    const all = random.shuffled([...actions, ...actions, ...actions]).map((action) => {
      const deps = processes[random.below(3)] ?? database.newProcess();
      return eventually(() => action(deps));
    });
    let isDone = false;
    const watch = async (): Promise<void> => {
      while (!isDone) await readBalances(database, organizationId);
    };
    const watching = watch();
    await Promise.all(all);
    isDone = true;
    await watching;
    await expectSettled(organizationId, 4);
  });

  it('leave nothing held when the end of the whole hold races with all of them', async () => {
    const random = createRandom(5);
    for (let permutation = 0; permutation < 12; permutation += 1) {
      const organizationId = newId();
      const jobId = newId();
      const money = createJobMoney({ organizationId, jobId });
      const processes = [database.newProcess(), database.newProcess()];
      const actions = [money.place(50), money.place(20, 'raise'), money.release('unused', 20), money.end()];
      const order = random.shuffled([...actions, ...actions]);
      await Promise.allSettled(order.map((action, at) => action(processes[at % 2] ?? database.newProcess())));
      await money.end()(database.newProcess());
      await database.newDrainer().drain(organizationId);
      expect(await readBalances(database, organizationId)).toEqual({
        availableCents: 2_000,
        heldCents: 0,
        spentCents: 0,
      });
      expect(await findProblems(database, organizationId)).toEqual([]);
    }
  });
});
