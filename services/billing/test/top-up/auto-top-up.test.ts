import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { AutoTopUpRequested } from '@assay/proto/billing/v1/billing_events';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';
import { topUpCalls } from '../top-up-calls.ts';

let billing: Awaited<ReturnType<typeof start>>;
let calls: ReturnType<typeof topUpCalls>;
beforeAll(async () => {
  billing = await start(0);
  calls = topUpCalls(billing);
});
afterAll(() => billing.stop());

const thresholdCents = 1_000;
/** An organization that has paid 5,000 cents and lets the rest be paid by itself, up to `targetCents`. */
async function selfPaying(targetCents: number) {
  const organizationId = newId();
  const { checkoutUrl } = await calls.create(organizationId);
  await calls.end(checkoutUrl, true);
  await enable(organizationId, targetCents);
  return organizationId;
}
const enable = (organizationId: string, targetCents: number) =>
  billing.asGateway.setAutoTopUp(callBy({ organizationId, role: Role.ADMIN }), {
    enabled: true,
    thresholdCents,
    targetCents,
  });
const hold = (organizationId: string, amountCents: number) =>
  billing.asVerification.placeHold(callByService('verification', organizationId), {
    runId: newId(),
    amountCents,
    userId: 'user',
    credentialId: '',
  });
const accountOf = async (organizationId: string) => {
  const account = await billing.accounts.find(organizationId);
  if (account === undefined) throw new Error('no account');
  return account;
};
const automaticOf = async (organizationId: string) =>
  (await billing.transactions.listAll(organizationId)).filter(
    ({ metadata }) => metadata['automatic'] === true,
  );
/** Spends and waits until the automatic top-up of it has ended. */
async function spend(organizationId: string, amountCents: number) {
  await hold(organizationId, amountCents);
  await eventually(async () => {
    expect((await accountOf(organizationId)).pendingAutoTopUp).toBeNull();
  });
  return accountOf(organizationId);
}

describe('the hold that takes the balance below the threshold', () => {
  it('lets the rest be paid, up to the target', async () => {
    const organizationId = await selfPaying(3_000);
    const account = await spend(organizationId, 4_001);
    expect(account).toMatchObject({ availableCents: 3_000, heldCents: 4_001, fundedCents: 7_001 });
    await eventually(async () => {
      expect(await automaticOf(organizationId)).toMatchObject([
        {
          status: 'succeeded',
          amountCents: 2_001,
          provider: 'mock',
          userId: '',
          description: 'Automatic top-up',
        },
      ]);
    });
  });

  it('is one that falls below it: what leaves exactly as much does nothing', async () => {
    const organizationId = await selfPaying(3_000);
    await spend(organizationId, 4_000);
    expect((await accountOf(organizationId)).availableCents).toBe(1_000);
    expect(await automaticOf(organizationId)).toEqual([]);
  });

  it('begins one payment, however many holds follow while it is under way', async () => {
    const organizationId = await selfPaying(1_500);
    await Promise.all(Array.from({ length: 45 }, () => hold(organizationId, 100)));
    const { pendingAutoTopUp } = await spend(organizationId, 0);
    expect(pendingAutoTopUp).toBeNull();
    expect(await automaticOf(organizationId)).toMatchObject([{ amountCents: 600 }]);
    expect(await accountOf(organizationId)).toMatchObject({ availableCents: 1_100, heldCents: 4_500 });
  });
});

describe('switching it on', () => {
  it('pays at once when little is left already', async () => {
    const organizationId = await selfPaying(3_000);
    const off = { enabled: false, thresholdCents: 0, targetCents: 0 };
    const admin = callBy({ organizationId, role: Role.ADMIN });
    await billing.asGateway.setAutoTopUp(admin, off);
    await hold(organizationId, 4_900);
    expect((await accountOf(organizationId)).pendingAutoTopUp).toBeNull();
    await enable(organizationId, 3_000);
    await eventually(async () => {
      expect((await accountOf(organizationId)).availableCents).toBe(3_000);
    });
  });
});

describe('an automatic top-up that is declined', () => {
  // The mock declines what ends in 13 cents.
  const declinedTarget = 2_213;

  it('leaves the reason, a failed transaction and no money, and is tried again at the next hold', async () => {
    const organizationId = await selfPaying(declinedTarget);
    const account = await spend(organizationId, 4_800);
    expect(account).toMatchObject({ availableCents: 200, autoTopUp: { enabled: true, failures: 1 } });
    expect(await automaticOf(organizationId)).toMatchObject([{ status: 'failed', amountCents: 2_013 }]);
    const call = callBy({ organizationId, role: Role.VIEWER });
    expect((await billing.asGateway.getBilling(call, {})).autoTopUp).toMatchObject({
      enabled: true,
      lastError: 'the mock declines this amount',
    });
    const after = await spend(organizationId, 10);
    expect(after).toMatchObject({ availableCents: 2_213, autoTopUp: { failures: 0, lastError: '' } });
  });

  it('three times in a row switches it off and tells the admins, once', async () => {
    const organizationId = await selfPaying(declinedTarget);
    await spend(organizationId, 4_800);
    await spend(organizationId, 100);
    expect((await accountOf(organizationId)).autoTopUp).toMatchObject({ enabled: true, failures: 2 });
    await spend(organizationId, 100);
    expect((await accountOf(organizationId)).autoTopUp).toMatchObject({ enabled: false, failures: 3 });
    const own = () => billing.notices.filter((notice) => notice.organizationId === organizationId);
    await eventually(() => {
      expect(own()).toHaveLength(1);
    });
    expect(own()[0]?.id).toMatch(/^auto-top-up-disabled:[a-z0-9]{24}$/u);
    expect(own()[0]?.text).toContain('the mock declines this amount');
    await hold(organizationId, 0);
    expect((await accountOf(organizationId)).pendingAutoTopUp).toBeNull();
    expect(await automaticOf(organizationId)).toHaveLength(3);
  });
});

describe('the request to charge', () => {
  it('charges once, however often it arrives', async () => {
    const organizationId = await selfPaying(3_000);
    await spend(organizationId, 4_500);
    const [automatic] = await automaticOf(organizationId);
    const request = { organizationId, topUpId: automatic?.id ?? '' };
    await Promise.all([1, 2, 3].map(() => billing.publish(AutoTopUpRequested, request, organizationId)));
    await eventually(async () => {
      const stream = billing.events.namespace.stream('BILLING_WORK');
      expect((await billing.events.jsm.streams.info(stream)).state.messages).toBe(0);
    });
    expect((await accountOf(organizationId)).availableCents).toBe(3_000);
    expect(await automaticOf(organizationId)).toHaveLength(1);
  });

  it('that names nothing becomes a dead letter', async () => {
    await billing.publish(AutoTopUpRequested, { organizationId: '', topUpId: '' }, '');
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, 'billing__on-auto-top-up-requested')).toBe(1);
    });
  });
});

describe('afterwards', () => {
  it('every account is the sum of its ledger, and its transactions tell the same', async () => {
    expect(await billing.ledgerProblems()).toEqual([]);
  });

  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});
