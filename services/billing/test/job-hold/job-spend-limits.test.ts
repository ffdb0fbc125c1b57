import { newId } from '@assay/chassis/ids';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { placeJobHold } from '../../src/domain/job-hold/place-job-hold.ts';
import { openBillingDatabase } from '../processes.ts';
import { createJobMoney } from './job-money.ts';

const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
let deps: Deps;
beforeAll(async () => {
  database = await openBillingDatabase(10_000);
  deps = database.newProcess({ clock });
});
afterAll(() => database.close());

const limit = { limitCents: 100, period: 'month' } as const;

/** A job whose money is placed by keys with a spend limit of 100 cents each month. */
function startJob() {
  const organizationId = newId();
  const jobId = newId();
  const order = { organizationId, userId: 'user', spendLimit: limit };
  return {
    ...createJobMoney({ organizationId, jobId }),
    placeBy: (credentialId: string, amountCents: number, holdId = '') =>
      placeJobHold(deps, { ...order, jobId, credentialId, amountCents, holdId }),
    run: (credentialId: string, amountCents: number) =>
      placeHold(deps, { ...order, runId: newId(), credentialId, amountCents }),
    async readSpending() {
      const { spending = [] } = (await database.accounts.find(organizationId)) ?? {};
      const months = spending.filter(({ period }) => period === 'month');
      return Object.fromEntries(months.map(({ credentialId, cents }) => [credentialId, cents]));
    },
  };
}

describe('the spend limit of a key that placed the hold of a job', () => {
  it('has again what was released, once, and not what was charged', async () => {
    const job = startJob();
    await job.placeBy('key', 100);
    await job.charge(newId(), 30)(deps);
    await expect(job.run('key', 1)).rejects.toMatchObject({ reason: 'SPEND_LIMIT_EXCEEDED' });
    for (let time = 0; time < 3; time += 1) await job.release('unused', 40)(deps);
    expect(await job.readSpending()).toEqual({ key: 60 });
    await job.run('key', 40);
    await expect(job.run('key', 1)).rejects.toMatchObject({ reason: 'SPEND_LIMIT_EXCEEDED' });
    await job.end()(deps);
    expect(await job.readSpending()).toEqual({ key: 70 });
  });

  it('gets back the newest raise first', async () => {
    const job = startJob();
    await job.placeBy('first', 100);
    await job.placeBy('second', 50, 'raise');
    await job.release('unused', 70)(deps);
    expect(await job.readSpending()).toEqual({ first: 80, second: 0 });
  });

  it('of an earlier month is not reduced in this month', async () => {
    const job = startJob();
    await job.placeBy('key', 90);
    clock.advance(31 * 24 * 3_600_000);
    await job.run('key', 20);
    await job.release('unused', 90)(deps);
    expect(await job.readSpending()).toEqual({ key: 20 });
  });
});
