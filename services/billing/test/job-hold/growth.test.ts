import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { openByteMeter } from '../byte-meter.ts';
import type { ByteMeter } from '../byte-meter.ts';
import { openBillingDatabase } from '../processes.ts';
import { createJobMoney } from './job-money.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
let meter: ByteMeter;
let deps: Deps;
beforeAll(async () => {
  database = await openBillingDatabase(100_000);
  meter = await openByteMeter(database);
  ({ deps } = meter);
});
afterAll(async () => {
  await Promise.all([meter.close(), database.close()]);
});

async function countBytesAfter(charges: number) {
  const organizationId = newId();
  const jobId = newId();
  const money = createJobMoney({ organizationId, jobId });
  await money.place(50_000)(deps);
  for (let done = 0; done < charges; done += 10) {
    await Promise.all(Array.from({ length: 10 }, () => money.charge(newId(), 2)(deps)));
  }
  const count = (act: (process: Deps) => Promise<unknown>) => meter.count(organizationId, () => act(deps));
  const answerId = newId();
  return {
    charging: await count(money.charge(answerId, 2)),
    chargingAgain: await count(money.charge(answerId, 2)),
    releasing: await count(money.release('unused', 2)),
    raising: await count(money.place(2, 'raise')),
    ending: await count(money.end()),
  };
}

describe('the bytes that a posting of a job sends and receives', () => {
  it('are the same after 2,000 charges as after 10', async () => {
    const few = await countBytesAfter(10);
    const many = await countBytesAfter(2_000);
    const grown = Object.entries(few).filter(
      ([posting, size]) => many[posting as keyof typeof many] / size > 1.2,
    );
    expect({ grown, few, many }).toMatchObject({ grown: [] });
  });

  it('are about those of runs when 100 are posted at once', async () => {
    const organizationId = newId();
    const jobId = newId();
    const money = createJobMoney({ organizationId, jobId });
    const runIds = Array.from({ length: 100 }, newId);
    const by = { organizationId, amountCents: 6, userId: 'user', credentialId: '' };
    await Promise.all(runIds.map((runId) => placeHold(deps, { ...by, runId })));
    await money.place(600)(deps);
    const ofRuns = await meter.count(organizationId, () =>
      Promise.all(runIds.map((runId) => settleHold(deps, { organizationId, runId, costCents: 6 }))),
    );
    const ofAnswers = await meter.count(organizationId, () =>
      Promise.all(runIds.map(() => money.charge(newId(), 6)(deps))),
    );
    expect(ofAnswers / ofRuns).toBeLessThan(1.2);
  });
});
