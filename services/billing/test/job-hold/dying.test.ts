import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { mortalDatabase } from '@assay/test-kit/database/mortal-database';
import { openBillingDatabase } from '../processes.ts';
import { createJobMoney, findProblems, readBalances } from './job-money.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
});
afterAll(() => database.close());

/** Posts the life of a job, and records it in the ledger after each step. */
function createLife(organizationId: string) {
  const jobId = newId();
  const answers = [newId(), newId(), newId()] as const;
  const money = createJobMoney({ organizationId, jobId });
  const steps = [
    money.place(100),
    money.charge(answers[0], 30),
    money.place(20, 'raise'),
    money.place(15, 'refused'),
    money.drop('refused'),
    async (deps: Deps) => {
      await Promise.all([money.charge(answers[1], 30)(deps), money.charge(answers[2], 30)(deps)]);
    },
    money.release('unused', 25),
    money.end(),
  ];
  return async (deps: Deps): Promise<void> => {
    for (const step of steps) {
      // A job that ended, and a raise that was released, refuse to be placed; a repeated life stops at nothing else.
      await step(deps).catch((error: unknown) => {
        if ((error as { reason?: string }).reason !== 'HOLD_ENDED') throw error;
      });
      await deps.drainer.drain(organizationId);
    }
  };
}

/** Dies at one write; returns false when there are fewer writes. */
async function dieAndRepeat(at: number, when: 'before' | 'after'): Promise<boolean> {
  const organizationId = newId();
  const live = createLife(organizationId);
  const mortal = mortalDatabase(database.db, { at, when });
  await live(database.newProcess({ db: mortal.db })).catch(() => undefined);
  if (!mortal.isDead()) return false;
  await database.newDrainer().drain(organizationId);
  await readBalances(database, organizationId);
  expect(await findProblems(database, organizationId)).toEqual([]);
  await live(database.newProcess());
  expect(await readBalances(database, organizationId)).toEqual({
    availableCents: 910,
    heldCents: 0,
    spentCents: 90,
  });
  expect(await database.ledger.listAll(organizationId)).toHaveLength(10);
  expect(await database.transactions.listAll(organizationId)).toHaveLength(3);
  expect(await findProblems(database, organizationId)).toEqual([]);
  return true;
}

describe('a process that dies while it posts for a job', () => {
  it.each(['before', 'after'] as const)('loses and doubles nothing, %s any write', async (when) => {
    let at = 0;
    while (await dieAndRepeat(at, when)) at += 1;
    expect(at).toBeGreaterThanOrEqual(20);
  });
});
