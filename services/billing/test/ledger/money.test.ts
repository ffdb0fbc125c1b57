import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { releaseHold } from '../../src/domain/hold/release-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { reconcileAccount } from '../../src/domain/reconciliation/reconcile-account.ts';
import { reconcileHolds } from '../../src/domain/reconciliation/reconcile-holds.ts';
import { deadDrainer, openBillingDatabase } from '../processes.ts';
import { createRandom } from '@assay/test-kit/seeded-random';

const fundedCents = 1000;
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(fundedCents);
});
afterAll(() => database.close());

const by = { userId: 'user', credentialId: '' };
const reasonOf = (error: unknown): string => (error as { reason?: string }).reason ?? String(error);
const accountOf = async (organizationId: string) => {
  const account = await database.accounts.find(organizationId);
  if (account === undefined) throw new Error('no account');
  return account;
};
const problemsOf = async (organizationId: string) => {
  const account = await accountOf(organizationId);
  const entries = await database.ledger.listAll(organizationId);
  const openHolds = await database.holds.listOpen(organizationId);
  return [...reconcileAccount(account, entries), ...reconcileHolds(account, entries, openHolds)];
};
const transactionsOf = (organizationId: string) =>
  database.db.collection('transactions').find({ organizationId }).toArray();

describe('200 concurrent holds with money for 7', () => {
  it.each([1, 2])('are 7 holds and 193 refusals, over %i processes', async (count) => {
    const organizationId = newId();
    const processes = Array.from({ length: count }, () => database.newProcess());
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const deps = processes[index % count] ?? database.newProcess();
        return await placeHold(deps, { organizationId, runId: newId(), amountCents: 140, ...by }).then(
          () => 'held',
          reasonOf,
        );
      }),
    );
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(7);
    expect(answers.filter((answer) => answer === 'INSUFFICIENT_BALANCE')).toHaveLength(193);
    expect(await accountOf(organizationId)).toMatchObject({ availableCents: 20, heldCents: 980 });
    expect(await problemsOf(organizationId)).toEqual([]);
  });
});

describe('a release that overtakes its hold', () => {
  it.each([
    ['waits to be recorded', deadDrainer],
    ['is recorded', undefined],
  ])('refuses the hold while it %s', async (_state, drainer) => {
    const organizationId = newId();
    const runId = newId();
    const deps = database.newProcess(drainer === undefined ? {} : { drainer });
    const [released, held] = await Promise.allSettled([
      releaseHold(deps, { organizationId, runId }),
      placeHold(deps, { organizationId, runId, amountCents: 300, ...by }),
    ]);
    expect([released.status, held.status]).toEqual(['fulfilled', 'rejected']);
    await expect(placeHold(deps, { organizationId, runId, amountCents: 300, ...by })).rejects.toMatchObject({
      reason: 'HOLD_ENDED',
    });
    expect(await accountOf(organizationId)).toMatchObject({ availableCents: fundedCents, heldCents: 0 });
  });
});

describe('a process that dies between the account and the ledger', () => {
  it('leaves entries that another one records, once', async () => {
    const organizationId = newId();
    const runId = newId();
    const dying = database.newProcess({ drainer: deadDrainer });
    await placeHold(dying, { organizationId, runId, amountCents: 300, ...by });
    await settleHold(dying, { organizationId, runId, costCents: 200 });
    expect(await database.ledger.listAll(organizationId)).toEqual([]);
    expect((await accountOf(organizationId)).pendingEntries).toHaveLength(4);

    const drainers = [database.newDrainer(), database.newDrainer()];
    await eventually(async () => {
      await Promise.all(drainers.map((drainer) => drainer.sweep()));
      expect((await accountOf(organizationId)).pendingEntries).toEqual([]);
    });
    expect((await database.ledger.listAll(organizationId)).map(({ cause }) => cause)).toEqual([
      `release:${runId}`,
      `charge:${runId}`,
      `hold:${runId}`,
      `top_up:welcome:${organizationId}`,
    ]);
    expect(await transactionsOf(organizationId)).toHaveLength(1);
    expect(await problemsOf(organizationId)).toEqual([]);
  });

  it('does not charge again what it charged, whether the entry is recorded or not', async () => {
    const organizationId = newId();
    const runId = newId();
    const dying = database.newProcess({ drainer: deadDrainer });
    await placeHold(dying, { organizationId, runId, amountCents: 300, ...by });
    const charged = await settleHold(dying, { organizationId, runId, costCents: 300 });
    expect(
      await settleHold(database.newProcess({ drainer: deadDrainer }), {
        organizationId,
        runId,
        costCents: 300,
      }),
    ).toEqual(charged);
    await database.newDrainer().drain(organizationId);
    const again = await settleHold(database.newProcess(), { organizationId, runId, costCents: 300 });
    expect(again).toMatchObject({ availableCents: 700, heldCents: 0, spentCents: 300, fundedCents });
  });

  it('records once what it recorded but did not remove', async () => {
    const organizationId = newId();
    const runId = newId();
    await placeHold(database.newProcess({ drainer: deadDrainer }), {
      organizationId,
      runId,
      amountCents: 300,
      ...by,
    });
    await database.ledger.append((await accountOf(organizationId)).pendingEntries);
    await database.newDrainer().drain(organizationId);
    expect(await database.ledger.listAll(organizationId)).toHaveLength(2);
    expect(await problemsOf(organizationId)).toEqual([]);
  });
});

describe('any interleaving of holds, charges and releases, each repeated, over three processes', () => {
  it.each([1, 2, 3, 4, 5, 6])('keeps every cent and charges a run at most once (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const organizationId = newId();
    const processes = [
      database.newProcess(),
      database.newProcess(),
      database.newProcess({ drainer: deadDrainer }),
    ];
    const runs = Array.from({ length: 12 }, () => ({ runId: newId(), amountCents: random.below(300) }));
    const actions = runs.flatMap(({ runId, amountCents }) => [
      (deps: Deps) => placeHold(deps, { organizationId, runId, amountCents, ...by }),
      (deps: Deps) => settleHold(deps, { organizationId, runId, costCents: random.below(300) }),
      ...(random.below(2) === 0 ? [(deps: Deps) => releaseHold(deps, { organizationId, runId })] : []),
    ]);
    const order = random.shuffled([...actions, ...actions, ...actions]);

    const watch = watchInvariant(organizationId);
    const refusals = await Promise.all(
      order.map((action) =>
        action(processes[random.below(3)] ?? database.newProcess()).then(() => '', reasonOf),
      ),
    );
    expect(await watch.stop()).toEqual([]);

    const expected = new Set(['', 'INSUFFICIENT_BALANCE', 'HOLD_ENDED', 'HOLD_NOT_FOUND']);
    expect(refusals.filter((reason) => !expected.has(reason))).toEqual([]);
    await eventually(async () => {
      expect(await database.newDrainer().drain(organizationId)).toBe(true);
      expect((await accountOf(organizationId)).pendingEntries).toEqual([]);
    });
    expect(await problemsOf(organizationId)).toEqual([]);
    const charges = (await database.ledger.listAll(organizationId)).filter(({ type }) => type === 'charge');
    expect(new Set(charges.map(({ runId }) => runId)).size).toBe(charges.length);
    expect(
      (await transactionsOf(organizationId)).map(({ idempotencyKey }) => String(idempotencyKey)).sort(),
    ).toEqual(charges.map(({ cause }) => cause).sort());
  });
});

/** Reads the account all the while and collects every reading in which a cent is missing or owed. */
function watchInvariant(organizationId: string) {
  let isWatching = true;
  const broken: unknown[] = [];
  async function watch(): Promise<void> {
    while (isWatching) {
      const account = await database.accounts.find(organizationId);
      if (account === undefined) continue;
      const { availableCents, heldCents, spentCents } = account;
      const sum = availableCents + heldCents + spentCents;
      if (sum !== account.fundedCents || Math.min(availableCents, heldCents, spentCents) < 0)
        broken.push(account);
    }
  }
  const watching = watch();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return broken;
    },
  };
}
