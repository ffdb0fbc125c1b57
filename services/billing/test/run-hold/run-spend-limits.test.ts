import { newId } from '@assay/chassis/ids';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeRunHold } from '../../src/domain/run-hold/place-run-hold.ts';
import { openBillingDatabase } from '../processes.ts';
import { createRunMoney } from './run-money.ts';

const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
let deps: Deps;
beforeAll(async () => {
  database = await openBillingDatabase(10_000);
  deps = database.newProcess({ clock });
});
afterAll(() => database.close());

const spendLimit = { limitCents: 150, period: 'month' } as const;

/** A run whose hold counts against a key with a spend limit of 150 cents each month. */
function startRun() {
  const run = { organizationId: newId(), runId: newId() };
  const order = { userId: 'user', credentialId: 'key', spendLimit, inParts: true } as const;
  const place = (runId: string, amountCents: number) =>
    placeRunHold(deps, { ...run, ...order, runId, amountCents });
  return {
    ...createRunMoney(run),
    place: (amountCents: number) => place(run.runId, amountCents),
    placeOther: (amountCents: number) => place(newId(), amountCents),
    async readSpending() {
      const { spending = [] } = (await database.accounts.find(run.organizationId)) ?? {};
      return spending.find(({ period }) => period === 'month')?.cents;
    },
  };
}

describe('the spend limit of a key that started a run that requests answers', () => {
  it('has again what was released, and not what was charged', async () => {
    const run = startRun();
    const jobId = newId();
    await run.place(120);
    await run.charge(jobId, newId(), 20)(deps);
    await expect(run.placeOther(31)).rejects.toMatchObject({ reason: 'SPEND_LIMIT_EXCEEDED' });
    await run.end('completed', [jobId], 10)(deps);
    expect(await run.readSpending()).toBe(120);
    for (let time = 0; time < 2; time += 1) await run.close(jobId, 20)(deps);
    expect(await run.readSpending()).toBe(30);
    await run.placeOther(120);
  });

  it('has everything again when the run failed, also for an answer that is charged later', async () => {
    const run = startRun();
    const jobId = newId();
    await run.place(120);
    await run.charge(jobId, newId(), 20)(deps);
    for (let time = 0; time < 2; time += 1) await run.end('failed', [jobId], 0)(deps);
    await run.close(jobId, 40)(deps);
    expect(await run.readSpending()).toBe(20);
    await run.charge(jobId, newId(), 20)(deps);
    expect(await run.readSpending()).toBe(0);
  });

  it('of an earlier month is not reduced in this month', async () => {
    const run = startRun();
    const jobId = newId();
    await run.place(120);
    await run.charge(jobId, newId(), 20)(deps);
    clock.advance(31 * 24 * 3_600_000);
    await run.placeOther(50);
    await run.end('failed', [jobId], 0)(deps);
    await run.close(jobId, 20)(deps);
    expect(await run.readSpending()).toBe(50);
  });
});
