import { newId } from '@assay/chassis/ids';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { chargeAutoTopUp } from '../../src/domain/auto-top-up/charge-auto-top-up.ts';
import { setAutoTopUp } from '../../src/domain/auto-top-up/set-auto-top-up.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { receivePaymentEvent } from '../../src/domain/payment/receive-payment-event.ts';
import { cancelExpiredTopUps } from '../../src/domain/top-up/cancel-expired-top-ups.ts';
import { createTopUp } from '../../src/domain/top-up/create-top-up.ts';
import { adminCall, openBillingDatabase } from '../processes.ts';

const clock = createMovingClock();
const dayMs = 86_400_000;
let database: Awaited<ReturnType<typeof openBillingDatabase>>;
let deps: Deps;
beforeAll(async () => {
  database = await openBillingDatabase(0);
  deps = database.newProcess({ clock });
});
afterAll(() => database.close());

async function begun(): Promise<string> {
  const url = 'https://shop.example';
  const input = { amountCents: 5_000, successUrl: url, cancelUrl: url };
  return (await createTopUp(deps, adminCall(newId()), input)).id;
}
const statusOf = async (topUpId: string) => (await database.transactions.topUps.find(topUpId))?.status;
const pay = (topUpId: string) => {
  const event = { id: newId(), topUpId, amountCents: 5_000, currency: 'EUR' };
  const paid = { ...event, kind: 'paid', paymentId: 'payment', customerId: 'customer' } as const;
  return receivePaymentEvent(deps, 'mock', database.mock.report(paid, clock.now()));
};

describe('the sweep of expired top-ups', () => {
  it('cancels those of any organization, to the millisecond, and no other', async () => {
    const early = await begun();
    const paid = await begun();
    await pay(paid);
    clock.advance(dayMs);
    const late = await begun();
    await cancelExpiredTopUps(deps);
    expect(await Promise.all([early, paid, late].map(statusOf))).toEqual([
      'canceled',
      'succeeded',
      'pending',
    ]);
  });

  it('ends an automatic one that the provider never reported, so that the next can begin', async () => {
    const topUpId = await begun();
    await pay(topUpId);
    const organizationId = (await database.transactions.topUps.find(topUpId))?.organizationId ?? '';
    await setAutoTopUp(deps, adminCall(organizationId), {
      enabled: true,
      thresholdCents: 1_000,
      targetCents: 2_000,
    });
    const hold = { organizationId, userId: 'user', credentialId: '', runId: newId(), amountCents: 4_500 };
    await placeHold(deps, hold);
    const pending = (await database.accounts.find(organizationId))?.pendingAutoTopUp;
    const silent = { ...database.mock, charge: () => Promise.resolve({ kind: 'accepted' } as const) };
    const request = { organizationId, topUpId: pending?.topUpId ?? '' };
    await chargeAutoTopUp({ ...deps, payments: silent }, request);
    await cancelExpiredTopUps(deps);
    expect(await database.accounts.find(organizationId)).toMatchObject({ pendingAutoTopUp: pending });
    clock.advance(dayMs);
    await cancelExpiredTopUps(deps);
    expect(await database.accounts.find(organizationId)).toMatchObject({
      pendingAutoTopUp: null,
      autoTopUp: { failures: 1, lastError: 'the payment provider reported nothing' },
    });
    expect(await statusOf(request.topUpId)).toBe('canceled');
  });
});
