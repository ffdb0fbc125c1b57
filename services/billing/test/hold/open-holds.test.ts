import { newId } from '@assay/chassis/ids';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { releaseHold } from '../../src/domain/hold/release-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { openBillingDatabase } from '../processes.ts';

const hourMs = 3_600_000;
const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
});
afterAll(() => database.close());

describe('the open holds', () => {
  it('of any organization are found oldest first, without those that ended or are newer', async () => {
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
    const found = await database.holds.listOpenBefore(before, 10);
    expect(found.map(({ runId }) => runId)).toEqual([oldest.runId, second.runId]);
    expect(await database.holds.listOpenBefore(before, 1)).toEqual(found.slice(0, 1));
    expect(await database.holds.listOpen(newest.organizationId)).toMatchObject([newest]);
    expect(await database.holds.listOpen(settled.organizationId)).toEqual([]);
  });
});

type Of = Pick<Parameters<typeof releaseHold>[1], 'organizationId' | 'runId'>;
