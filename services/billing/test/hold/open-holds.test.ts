import { newId } from '@assay/chassis/ids';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishOverdueHolds } from '../../src/domain/hold/publish-overdue-holds.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { releaseHold } from '../../src/domain/hold/release-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { reconcileAccounts } from '../../src/domain/reconciliation/reconcile-accounts.ts';
import { openBillingDatabase } from '../processes.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
});
afterAll(() => database.close());

describe('the open holds', () => {
  it('of any organization are found, without those that ended or are newer', async () => {
    const deps = database.newProcess({ clock });
    const holds = Array.from({ length: 5 }, () => ({ organizationId: newId(), runId: newId() }));
    const [oldest, settled, released, second, newest] = holds as [Of, Of, Of, Of, Of];
    for (const hold of holds) {
      await placeHold(deps, { ...hold, amountCents: 10, userId: 'user', credentialId: '' });
      clock.advance(hourMs);
    }
    await settleHold(deps, { ...settled, costCents: 10 });
    await releaseHold(deps, released);
    for (const { organizationId } of holds) await deps.drainer.drain(organizationId);

    const before = new Date(clock.now().getTime() - 1.5 * hourMs);
    const found = await database.holds.listOverdue(before, clock.now(), 10);
    expect(found.map(({ runId }) => runId).toSorted()).toEqual([oldest.runId, second.runId].toSorted());
    expect(await database.holds.listOverdue(before, clock.now(), 1)).toEqual(found.slice(0, 1));
    expect(await database.holds.listOpen(newest.organizationId)).toMatchObject([newest]);
    expect(await database.holds.listOpen(settled.organizationId)).toEqual([]);
  });

  it('are asked about once they are old, less and less often, until they end', async () => {
    const deps = { ...database.newProcess({ clock }), holds: database.holds };
    const hold = { organizationId: newId(), runId: newId() };
    await placeHold(deps, { ...hold, amountCents: 10, userId: 'user', credentialId: '' });
    await deps.drainer.drain(hold.organizationId);
    const questions = async (): Promise<number> => {
      const stored = await database.db.collection<Stored>('accounts').findOne({ _id: hold.organizationId });
      return (stored?.outbox ?? []).filter(({ subject }) => subject.endsWith('HoldOverdue')).length;
    };
    await publishOverdueHolds(deps, 10 * minuteMs);
    expect(await questions()).toBe(0);
    clock.advance(11 * minuteMs);
    await Promise.all([1, 2, 3].map(() => publishOverdueHolds(deps, 10 * minuteMs)));
    expect(await questions()).toBe(1);
    clock.advance(9 * minuteMs);
    await publishOverdueHolds(deps, 10 * minuteMs);
    expect(await questions()).toBe(1);
    clock.advance(24 * hourMs);
    await publishOverdueHolds(deps, 10 * minuteMs);
    expect(await questions()).toBe(2);
    clock.advance(29 * minuteMs);
    await publishOverdueHolds(deps, 10 * minuteMs);
    expect(await questions()).toBe(2);
    await releaseHold(deps, hold);
    await deps.drainer.drain(hold.organizationId);
    clock.advance(24 * hourMs);
    await publishOverdueHolds(deps, 10 * minuteMs);
    expect(await questions()).toBe(2);
  });

  it('without a living run are listed by the reconciliation, and not those whose run was confirmed', async () => {
    const deps = database.newProcess({ clock });
    const organizationId = newId();
    const forgotten = newId();
    const living = newId();
    for (const runId of [forgotten, living]) {
      await placeHold(deps, { organizationId, runId, amountCents: 10, userId: 'user', credentialId: '' });
    }
    await deps.drainer.drain(organizationId);
    const problems = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const one of reconcileAccounts(database, clock.now())) {
        if (one.organizationId === organizationId) found.push(...one.problems);
      }
      return found;
    };
    expect(await problems()).toEqual([]);
    clock.advance(2 * hourMs);
    await database.holds.confirm(organizationId, { runId: living }, clock.now());
    expect(await problems()).toEqual([
      expect.stringMatching(new RegExp(`^the hold of ${forgotten} over 10, .* has no living run$`, 'u')),
    ]);
  });
});

interface Stored {
  readonly _id: string;
  readonly outbox: { readonly subject: string }[];
}
type Of = Pick<Parameters<typeof releaseHold>[1], 'organizationId' | 'runId'>;
