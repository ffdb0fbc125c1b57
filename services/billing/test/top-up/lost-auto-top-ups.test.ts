import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { redrive } from '@assay/chassis/work/redrive';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { chargeAutoTopUp } from '../../src/domain/auto-top-up/charge-auto-top-up.ts';
import { setAutoTopUp } from '../../src/domain/auto-top-up/set-auto-top-up.ts';
import { unfinishedAutoTopUps } from '../../src/domain/auto-top-up/unfinished-auto-top-ups.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { adminCall, openBillingDatabase } from '../processes.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const logger = createLogger({ name: 'billing-test', level: 'silent' });
const clock = createMovingClock();
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
let deps: Deps;
let organizationId: string;
let topUpId: string;
beforeAll(async () => {
  database = await openBillingDatabase(1_000);
  deps = { ...database.newProcess({ clock }), logger };
});
afterAll(() => database.close());
beforeEach(async () => {
  organizationId = newId();
  const setting = { enabled: true, thresholdCents: 900, targetCents: 2_000 };
  await setAutoTopUp(deps, adminCall(organizationId), setting);
  const payment = { provider: 'mock', customerId: 'customer', paymentId: 'payment' };
  await stored().updateOne({ _id: organizationId }, { $set: { paymentSource: payment } });
  topUpId = await spend();
});

const stored = () => database.db.collection<Stored>('accounts');
const look = () => redrive(deps, unfinishedAutoTopUps(deps));
const accountOf = () => database.accounts.find(organizationId);

/** Places a hold that takes the balance below the threshold; the id of the top-up under way then. */
async function spend(): Promise<string> {
  const hold = { organizationId, userId: 'user', credentialId: '', runId: newId(), amountCents: 200 };
  await placeHold(deps, hold);
  return (await accountOf())?.pendingAutoTopUp?.topUpId ?? '';
}

/** Loses what was asked for, also what still waited to be published; resolves to how often it had been. */
async function lose(): Promise<number> {
  const before = await stored().findOneAndUpdate({ _id: organizationId }, { $set: { outbox: [] } });
  return (before?.outbox ?? []).filter(({ subject }) => subject.endsWith('AutoTopUpRequested')).length;
}

describe('an automatic top-up whose request was lost', () => {
  it('is asked for again, by one of many processes that look, once a minute', async () => {
    expect(await lose()).toBe(1);
    await look();
    expect(await lose()).toBe(0);
    for (const _ of [1, 2]) {
      clock.advance(minuteMs + 1);
      await Promise.all([1, 2, 3].map(look));
      await look();
      expect(await lose()).toBe(1);
    }
  });

  it('is not asked for twice while its request waits to be published', async () => {
    clock.advance(minuteMs + 1);
    await look();
    expect(await lose()).toBe(1);
  });

  it('is asked for when a version before noted no time', async () => {
    await lose();
    await stored().updateOne({ _id: organizationId }, { $unset: { 'pendingAutoTopUp.dueAt': '' } });
    await look();
    expect(await lose()).toBe(1);
  });

  it('is asked for at once by the command, with an event that is not of the future', async () => {
    await lose();
    const command = join(import.meta.dirname, '../../src/commands/redrive.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', command], {
      env: { ...process.env, ...database.variables },
    });
    expect(stdout).toMatch(/^billing: asked about \d+ holds and for [1-9]\d* top-ups, ended 0$/mu);
    const { outbox = [] } = (await stored().findOne({ _id: organizationId })) ?? {};
    const requests = outbox.filter(({ subject }) => subject.endsWith('AutoTopUpRequested'));
    expect(requests.map(({ occurredAt }) => occurredAt <= new Date())).toEqual([true]);
  });
});

describe('an automatic top-up that did not go on for a day', () => {
  it('ends as a failed payment, and the next one may begin', async () => {
    clock.advance(minuteMs + 1);
    await look();
    clock.advance(dayMs - 10 * minuteMs);
    await look();
    expect(await accountOf()).toMatchObject({ pendingAutoTopUp: { topUpId } });
    clock.advance(10 * minuteMs);
    await look();
    expect(await accountOf()).toMatchObject({
      pendingAutoTopUp: null,
      autoTopUp: { enabled: true, failures: 1, lastError: 'stalled' },
    });
    expect(await database.transactions.topUps.find(topUpId)).toMatchObject({
      status: 'failed',
      amountCents: 1_200,
    });
    const next = await spend();
    expect([next, next === topUpId]).toEqual([expect.stringMatching(/./u), false]);
  });

  it('has the time of its payment when the provider was asked after all', async () => {
    clock.advance(minuteMs + 1);
    await look();
    clock.advance(dayMs);
    const silent = { ...database.mock, charge: () => Promise.resolve({ kind: 'accepted' } as const) };
    await chargeAutoTopUp({ ...deps, payments: silent }, { organizationId, topUpId });
    await look();
    expect(await accountOf()).toMatchObject({ pendingAutoTopUp: { topUpId } });
    clock.advance(dayMs);
    await look();
    expect(await accountOf()).toMatchObject({ pendingAutoTopUp: null });
  });
});

interface Stored {
  readonly _id: string;
  readonly outbox: { readonly subject: string; readonly occurredAt: Date }[];
}
