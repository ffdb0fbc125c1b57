import { newId } from '@assay/chassis/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { chargeAutoTopUp } from '../../src/domain/auto-top-up/charge-auto-top-up.ts';
import { setAutoTopUp } from '../../src/domain/auto-top-up/set-auto-top-up.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { refundCharge } from '../../src/domain/hold/refund-charge.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { receivePaymentEvent } from '../../src/domain/payment/receive-payment-event.ts';
import { reconcileAccount } from '../../src/domain/reconciliation/reconcile-account.ts';
import { reconcileHolds } from '../../src/domain/reconciliation/reconcile-holds.ts';
import { reconcileTransactions } from '../../src/domain/reconciliation/reconcile-transactions.ts';
import { createTopUp } from '../../src/domain/top-up/create-top-up.ts';
import type { PaymentEvent } from '../../src/domain/payment/payment-provider.ts';
import { adminCall, openBillingDatabase } from '../processes.ts';
import { mortalDatabase } from '@assay/test-kit/database/mortal-database';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
/** Does what comes before a death. */
let preparing: Deps;
beforeAll(async () => {
  database = await openBillingDatabase(0);
  preparing = database.newProcess();
});
afterAll(() => database.close());

interface Scenario {
  readonly organizationId: string;
  /** What the process does when it dies, and what is tried again afterwards by one that lives. */
  readonly act: (deps: Deps) => Promise<unknown>;
  readonly check: () => Promise<void>;
}

const url = 'https://shop.example';
const by = { userId: 'user', credentialId: '' };
const accountOf = async (organizationId: string) => {
  const account = await database.accounts.find(organizationId);
  if (account === undefined) throw new Error('no account');
  return account;
};
const deliver = (deps: Deps, event: PaymentEvent) =>
  receivePaymentEvent(deps, 'mock', database.mock.report(event, new Date()));
const eventOf = (topUpId: string) => ({ id: newId(), topUpId, amountCents: 5_000, currency: 'EUR' });
async function begun(organizationId: string): Promise<string> {
  const input = { amountCents: 5_000, successUrl: url, cancelUrl: url };
  return (await createTopUp(preparing, adminCall(organizationId), input)).id;
}
async function paidEvent(organizationId: string): Promise<PaymentEvent> {
  const topUpId = await begun(organizationId);
  return { ...eventOf(topUpId), kind: 'paid', paymentId: 'payment', customerId: 'customer' };
}

async function creating(): Promise<Scenario> {
  const organizationId = newId();
  const call = adminCall(organizationId);
  const input = { amountCents: 5_000, successUrl: url, cancelUrl: url };
  return Promise.resolve({
    organizationId,
    act: (deps) => createTopUp(deps, call, input),
    async check() {
      const all = await database.transactions.listAll(organizationId);
      expect(all).toMatchObject([{ status: 'pending', amountCents: 5_000 }]);
      expect((await database.transactions.topUps.find(all[0]?.id ?? ''))?.checkout.url).not.toBe('');
    },
  });
}

async function crediting(): Promise<Scenario> {
  const organizationId = newId();
  const event = await paidEvent(organizationId);
  return {
    organizationId,
    act: (deps) => deliver(deps, event),
    async check() {
      expect(await accountOf(organizationId)).toMatchObject({ availableCents: 5_000, fundedCents: 5_000 });
      expect(await database.transactions.topUps.find(event.topUpId)).toMatchObject({ status: 'succeeded' });
      expect(await database.paymentEvents.has('mock', event.id)).toBe(true);
    },
  };
}

async function refundingTopUp(): Promise<Scenario> {
  const organizationId = newId();
  const paid = await paidEvent(organizationId);
  await deliver(preparing, paid);
  const refunded = {
    ...eventOf(paid.topUpId),
    kind: 'refunded',
    paymentId: 'p',
    refundedCents: 700,
  } as const;
  return {
    organizationId,
    act: (deps) => deliver(deps, refunded),
    async check() {
      expect(await accountOf(organizationId)).toMatchObject({ availableCents: 4_300, fundedCents: 4_300 });
      const all = await database.transactions.listAll(organizationId);
      expect(all.filter(({ type }) => type === 'refund')).toMatchObject([{ amountCents: 700 }]);
    },
  };
}

async function refundingCharge(): Promise<Scenario> {
  const organizationId = newId();
  const runId = newId();
  const refundId = newId();
  await deliver(preparing, await paidEvent(organizationId));
  await placeHold(preparing, { organizationId, runId, amountCents: 900, ...by });
  await settleHold(preparing, { organizationId, runId, costCents: 900 });
  const refund = { organizationId, runId, refundId, amountCents: 400, reason: 'wrong' };
  return {
    organizationId,
    async act(process) {
      await refundCharge(process, refund);
      await process.drainer.drain(organizationId);
    },
    async check() {
      expect(await accountOf(organizationId)).toMatchObject({ availableCents: 4_500, spentCents: 500 });
      const all = await database.transactions.listAll(organizationId);
      expect(all.filter(({ type }) => type === 'refund')).toMatchObject([{ amountCents: 400 }]);
    },
  };
}

/** `targetCents` decides whether the mock declines. */
async function payingItself(targetCents: number): Promise<Scenario> {
  const organizationId = newId();
  await deliver(preparing, await paidEvent(organizationId));
  const call = adminCall(organizationId);
  await setAutoTopUp(preparing, call, { enabled: true, thresholdCents: 1_000, targetCents });
  await placeHold(preparing, { organizationId, runId: newId(), amountCents: 4_800, ...by });
  const topUpId = (await accountOf(organizationId)).pendingAutoTopUp?.topUpId ?? '';
  const isDeclined = targetCents % 100 === 13;
  return {
    organizationId,
    act: (process) => chargeAutoTopUp(process, { organizationId, topUpId }),
    async check() {
      expect(await accountOf(organizationId)).toMatchObject({
        pendingAutoTopUp: null,
        availableCents: isDeclined ? 200 : targetCents,
        autoTopUp: { failures: isDeclined ? 1 : 0 },
      });
      const status = isDeclined ? 'failed' : 'succeeded';
      expect(await database.transactions.topUps.find(topUpId)).toMatchObject({ status });
    },
  };
}

async function problemsOf(organizationId: string) {
  const account = await database.accounts.find(organizationId);
  if (account === undefined) return [];
  const entries = await database.ledger.listAll(organizationId);
  const transactions = await database.transactions.listAll(organizationId);
  return [
    ...reconcileAccount(account, entries),
    ...reconcileHolds(account, entries, await database.holds.listOpen(organizationId)),
    ...reconcileTransactions(account, entries, transactions),
  ];
}

/** Dies at one write; false when there were not so many. */
async function dieAndGoOn(arrange: () => Promise<Scenario>, at: number, when: 'before' | 'after') {
  const { organizationId, act, check } = await arrange();
  // What the preparing process still records would be taken from the one that dies.
  await preparing.drainer.drain(organizationId);
  const mortal = mortalDatabase(database.db, { at, when });
  const dying = database.newProcess({ db: mortal.db });
  await act(dying).catch(() => undefined);
  if (!mortal.isDead()) return false;
  // Whoever sweeps meets what is left before, or after, the work is tried again.
  await database.newDrainer().drain(organizationId);
  expect(await problemsOf(organizationId)).toEqual([]);
  await act(database.newProcess());
  await database.newDrainer().drain(organizationId);
  await check();
  expect(await problemsOf(organizationId)).toEqual([]);
  return true;
}

describe.each([
  ['beginning a top-up', creating, 2],
  ['crediting a payment', crediting, 5],
  ['taking out what the provider refunded', refundingTopUp, 5],
  ['refunding a charge', refundingCharge, 4],
  ['a top-up that pays itself', () => payingItself(3_000), 6],
  ['a top-up that pays itself and is declined', () => payingItself(2_213), 3],
])('a process that dies while %s', (_what, arrange, leastWrites) => {
  it.each(['before', 'after'] as const)('loses and doubles nothing, %s whichever write', async (when) => {
    let at = 0;
    while (await dieAndGoOn(arrange, at, when)) at += 1;
    expect(at).toBeGreaterThanOrEqual(leastWrites);
  });
});
