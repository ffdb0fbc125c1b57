import { newId } from '@assay/chassis/ids';
import { mortalDatabase } from '@assay/test-kit/database/mortal-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import type { RunOutcome } from '../../src/domain/run-hold/run-end.ts';
import { findProblems, readBalances } from '../job-hold/job-money.ts';
import { openBillingDatabase } from '../processes.ts';
import { createRunMoney } from './run-money.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
});
afterAll(() => database.close());

/** Posts the life of a run that was canceled once, and records it in the ledger after each step. */
function createLife(organizationId: string, outcome: RunOutcome) {
  const runId = newId();
  const earlier = newId();
  const jobId = newId();
  const answers = [newId(), newId(), newId()] as const;
  const first = createRunMoney({ organizationId, runId });
  const second = createRunMoney({ organizationId, runId, holdId: newId() });
  const steps = [
    first.place(60),
    first.end('canceled', [earlier], 0),
    first.charge(earlier, answers[0], 10),
    first.close(earlier, 10),
    second.place(60),
    second.charge(jobId, answers[1], 10),
    second.end(outcome, [jobId], outcome === 'completed' ? 15 : 0),
    async (deps: Deps) => {
      await Promise.all([second.charge(jobId, answers[2], 10)(deps), second.close(jobId, 20)(deps)]);
    },
    second.release(),
  ];
  return async (deps: Deps): Promise<void> => {
    for (const step of steps) {
      // A hold that has ended refuses to be placed; a repeated life stops at nothing else.
      await step(deps).catch((error: unknown) => {
        if ((error as { reason?: string }).reason !== 'HOLD_ENDED') throw error;
      });
      await deps.drainer.drain(organizationId);
    }
  };
}

/** Dies at one write; returns false when there are fewer writes. */
async function dieAndRepeat(outcome: RunOutcome, at: number, when: 'before' | 'after'): Promise<boolean> {
  const organizationId = newId();
  const live = createLife(organizationId, outcome);
  const mortal = mortalDatabase(database.db, { at, when });
  await live(database.newProcess({ db: mortal.db })).catch(() => undefined);
  if (!mortal.isDead()) return false;
  await database.newDrainer().drain(organizationId);
  await readBalances(database, organizationId);
  expect(await findProblems(database, organizationId)).toEqual([]);
  await live(database.newProcess());
  const spentCents = { completed: 45, canceled: 30, failed: 10 }[outcome];
  const availableCents = 1_000 - spentCents;
  expect(await readBalances(database, organizationId)).toEqual({ availableCents, heldCents: 0, spentCents });
  const further = { completed: 1, canceled: 0, failed: 2 }[outcome];
  expect(await database.ledger.listAll(organizationId)).toHaveLength(10 + further);
  expect(await database.transactions.listAll(organizationId)).toHaveLength(3 + further);
  expect(await findProblems(database, organizationId)).toEqual([]);
  return true;
}

describe('a process that dies while it posts for a run that requests answers', () => {
  it.each([
    ['before', 'completed'],
    ['after', 'completed'],
    ['before', 'failed'],
    ['after', 'failed'],
    ['after', 'canceled'],
  ] as const)('loses and doubles nothing, %s any write, when the run is %s', async (when, outcome) => {
    let at = 0;
    while (await dieAndRepeat(outcome, at, when)) at += 1;
    expect(at).toBeGreaterThanOrEqual(20);
  });
});
