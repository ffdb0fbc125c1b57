import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { releaseHold } from '../../src/domain/hold/release-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { reconcileAccounts } from '../../src/domain/reconciliation/reconcile-accounts.ts';
import { openBillingDatabase } from '../processes.ts';
import { mortalDatabase } from '@assay/test-kit/database/mortal-database';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(0);
});
afterAll(() => database.close());

const placedAt = new Date('2026-01-01T12:00:00Z');
const entryOf = <T extends object>(organizationId: string, sequence: number, fields: T) => ({
  organizationId,
  sequence,
  userId: 'user',
  runId: '',
  createdAt: placedAt,
  ...fields,
});

/** An account as versions stored it that kept its open holds: two holds of 300, the second still waiting to be recorded. */
async function earlierAccount() {
  const organizationId = newId();
  const first = newId();
  const second = newId();
  const key = newId();
  const parent = newId();
  const entries = [
    { type: 'top_up', cause: 'top_up:1', amountCents: 1_000, balanceAfterCents: 1_000, heldAfterCents: 0 },
    { type: 'hold', cause: `hold:${first}`, runId: first, amountCents: 300, balanceAfterCents: 700 },
    { type: 'hold', cause: `hold:${second}`, runId: second, amountCents: 300, balanceAfterCents: 400 },
  ].map((entry, index) => entryOf(organizationId, index + 1, { heldAfterCents: index * 300, ...entry }));
  const holdOf = (runId: string) => ({ runId, amountCents: 300, userId: 'user', createdAt: placedAt });
  const startsAt = new Date(Date.UTC(2026, 0, 1));
  await database.db.collection<{ _id: string }>('accounts').insertOne({
    _id: organizationId,
    availableCents: 400,
    heldCents: 600,
    spentCents: 0,
    fundedCents: 1_000,
    version: 3,
    entryCount: 3,
    openHolds: [holdOf(first), { ...holdOf(second), credentialId: key, inheritedFrom: [parent] }],
    spending: [key, parent].map((credentialId) => ({
      credentialId,
      period: 'month',
      startsAt,
      cents: 300,
    })),
    pendingEntries: entries.slice(2),
    outbox: [],
  } as never);
  const recorded = entries
    .slice(0, 2)
    .map((entry) => ({ ...entry, _id: `${organizationId}/${entry.cause}` }));
  await database.db.collection<{ _id: string }>('ledger').insertMany(recorded);
  return { organizationId, first, second, keys: [key, parent] };
}
const problems = async () => {
  const found = [];
  for await (const one of reconcileAccounts(database, placedAt)) found.push(...one.problems);
  return found;
};
const stored = (organizationId: string) =>
  database.db.collection<{ _id: string }>('accounts').findOne({ _id: organizationId });
const documents = (organizationId: string) =>
  database.db.collection('holds').find({ organizationId }).toArray();

describe('an account that keeps its open holds itself', () => {
  it('settles, releases and refuses what it held before, once', async () => {
    const { organizationId, first, second } = await earlierAccount();
    const deps = database.newProcess();
    const again = { organizationId, runId: first, amountCents: 300, userId: 'user', credentialId: '' };
    expect(await placeHold(deps, again)).toMatchObject({ availableCents: 400, heldCents: 600 });
    await settleHold(deps, { organizationId, runId: first, costCents: 100 });
    await settleHold(deps, { organizationId, runId: first, costCents: 100 });
    const released = await releaseHold(deps, { organizationId, runId: second });
    expect(released).toMatchObject({ availableCents: 900, heldCents: 0, spentCents: 100 });
    await deps.drainer.drain(organizationId);
    const states = (await documents(organizationId)).map(({ runId, state }) => [runId, state as string]);
    expect(Object.fromEntries(states)).toEqual({ [first]: 'charged', [second]: 'released' });
    expect(await problems()).toEqual([]);
  });

  it("takes what it releases out of its credentials' spending, which only the hold knew", async () => {
    const { organizationId, second, keys } = await earlierAccount();
    const clock = { now: () => placedAt };
    await releaseHold(database.newProcess({ clock }), { organizationId, runId: second });
    const account = await database.accounts.find(organizationId);
    for (const credentialId of keys) {
      expect(account?.spending).toContainEqual(
        expect.objectContaining({ credentialId, period: 'month', cents: 0 }),
      );
    }
  });

  it('is migrated without being touched, and then has its holds as documents alone', async () => {
    const { organizationId, first, second } = await earlierAccount();
    await database.accounts.migrateEarlier();
    const open = await database.holds.listOpen(organizationId);
    expect(open.map(({ runId }) => runId).sort()).toEqual([first, second].sort());
    const account = await stored(organizationId);
    for (const gone of ['version', 'openHolds', 'pendingEntries']) expect(account).not.toHaveProperty(gone);
    expect(await problems()).toEqual([]);
  });

  it.each(['before', 'after'] as const)('loses nothing when its process dies %s any write', async (when) => {
    let writes = 0;
    for (let at = 0; ; at += 1) {
      const { organizationId, first } = await earlierAccount();
      const mortal = mortalDatabase(database.db, { at, when });
      await database
        .newProcess({ db: mortal.db })
        .accounts.find(organizationId)
        .catch(() => undefined);
      if (!mortal.isDead()) break;
      writes += 1;
      await settleHold(database.newProcess(), { organizationId, runId: first, costCents: 300 });
      await database.newDrainer().drain(organizationId);
      expect(await problems()).toEqual([]);
    }
    expect(writes).toBe(5);
  });

  it('can no longer be changed by a process that would not see its holds', async () => {
    const { organizationId } = await earlierAccount();
    await database.accounts.find(organizationId);
    const accounts = database.db.collection<{ _id: string; version?: number }>('accounts');
    const read = await accounts.findOne({ _id: organizationId });
    // What it reads as the version when there is none, and what it writes by.
    const change = { $inc: { availableCents: -1, heldCents: 1 }, $set: { version: 1 } };
    const { matchedCount } = await accounts.updateOne(
      { _id: organizationId, version: read?.version ?? 0 },
      change,
    );
    expect(matchedCount).toBe(0);
  });
});
