import { newId } from '@assay/chassis/ids';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishOverdueHolds } from '../../src/domain/hold/publish-overdue-holds.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { refundCharge } from '../../src/domain/hold/refund-charge.ts';
import { releaseHold } from '../../src/domain/hold/release-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { reconcileAccounts } from '../../src/domain/reconciliation/reconcile-accounts.ts';
import { openBillingDatabase } from '../processes.ts';

const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
});
afterAll(() => database.close());

const money = { amountCents: 300, userId: 'user', credentialId: '' };

async function problemsOf(organizationId: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const one of reconcileAccounts(database, clock.now())) {
    if (one.organizationId === organizationId) found.push(...one.problems);
  }
  return found;
}

describe('a run that has a second hold', () => {
  it('is paid by that one alone, which ends once, and both are told in its ledger', async () => {
    const deps = database.newProcess({ clock });
    const organizationId = newId();
    const runId = newId();
    const holdId = newId();
    const first = { organizationId, runId };
    const second = { organizationId, runId, holdId };
    await placeHold(deps, { ...first, ...money });
    await releaseHold(deps, first);
    await expect(placeHold(deps, { ...first, ...money })).rejects.toMatchObject({ reason: 'HOLD_ENDED' });
    await placeHold(deps, { ...second, ...money });
    expect(await placeHold(deps, { ...second, ...money })).toMatchObject({ heldCents: 300 });
    // The end of the first attempt is told once more.
    expect(await releaseHold(deps, first)).toMatchObject({ heldCents: 300 });
    await settleHold(deps, { ...second, costCents: 200 });
    expect(await settleHold(deps, { ...second, costCents: 200 })).toMatchObject({
      availableCents: 800,
      heldCents: 0,
      spentCents: 200,
    });
    await deps.drainer.drain(organizationId);
    const refund = { organizationId, runId, refundId: newId(), amountCents: 50, reason: '' };
    expect(await refundCharge(deps, refund)).toMatchObject({ availableCents: 850 });
    await deps.drainer.drain(organizationId);
    const entries = await database.ledger.list(organizationId, { runId }, { limit: 20, offset: 0 });
    expect(entries.items.map(({ type }) => type).toReversed()).toEqual([
      ...['hold', 'release', 'hold', 'charge', 'release', 'refund'],
    ]);
    expect(await problemsOf(organizationId)).toEqual([]);
  });

  it('is asked about by the name of that hold, and without a living run by it too', async () => {
    const deps = { ...database.newProcess({ clock }), holds: database.holds };
    const ref = { organizationId: newId(), runId: newId(), holdId: newId() };
    await placeHold(deps, { ...ref, ...money });
    await deps.drainer.drain(ref.organizationId);
    expect(await database.holds.listOpen(ref.organizationId)).toMatchObject([ref]);
    expect(await problemsOf(ref.organizationId)).toEqual([]);
    clock.advance(7_200_000);
    await database.holds.confirm(ref.organizationId, ref, clock.now());
    expect(await problemsOf(ref.organizationId)).toEqual([]);
    await publishOverdueHolds(deps, 600_000);
    const accounts = database.db.collection<{ _id: string; outbox: { payload: { buffer: Buffer } }[] }>(
      'accounts',
    );
    const { outbox = [] } = (await accounts.findOne({ _id: ref.organizationId })) ?? {};
    expect(outbox.map(({ payload }) => payload.buffer.toString()).join()).toContain(ref.holdId);
  });
});
