import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { releaseHold } from '../../src/domain/hold/release-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { openByteMeter } from '../byte-meter.ts';
import type { ByteMeter } from '../byte-meter.ts';
import { openBillingDatabase } from '../processes.ts';

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

async function bytesBeside(openHolds: number) {
  const organizationId = newId();
  const by = { organizationId, amountCents: 2, userId: 'user', credentialId: '' };
  const place = (runId: string) => placeHold(deps, { ...by, runId });
  await Promise.all(Array.from({ length: openHolds }, () => place(newId())));
  const settled = newId();
  const released = newId();
  return {
    placing: await meter.count(organizationId, () => place(settled)),
    placingAgain: await meter.count(organizationId, () => place(settled)),
    another: await meter.count(organizationId, () => place(released)),
    settling: await meter.count(organizationId, () =>
      settleHold(deps, { organizationId, runId: settled, costCents: 1 }),
    ),
    releasing: await meter.count(organizationId, () =>
      releaseHold(deps, { organizationId, runId: released }),
    ),
  };
}

describe('what a posting sends and receives', () => {
  it('is the same beside 1,000 open holds as beside 10', async () => {
    const few = await bytesBeside(10);
    const many = await bytesBeside(1_000);
    const grown = Object.entries(few).filter(
      ([posting, size]) => many[posting as keyof typeof many] / size > 1.2,
    );
    expect({ grown, few, many }).toMatchObject({ grown: [] });
  });
});
