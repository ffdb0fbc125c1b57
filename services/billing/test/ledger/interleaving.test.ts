import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/deps.ts';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { refundCharge } from '../../src/domain/hold/refund-charge.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { receivePaymentEvent } from '../../src/domain/payment/receive-payment-event.ts';
import { reconcileAccount } from '../../src/domain/reconciliation/reconcile-account.ts';
import { reconcileHolds } from '../../src/domain/reconciliation/reconcile-holds.ts';
import { reconcileTransactions } from '../../src/domain/reconciliation/reconcile-transactions.ts';
import { createTopUp } from '../../src/domain/top-up/create-top-up.ts';
import { adminCall, deadDrainer, openBillingDatabase } from '../processes.ts';
import { createRandom } from '@assay/test-kit/seeded-random';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(2_000);
});
afterAll(() => database.close());

type Action = (deps: Deps) => Promise<unknown>;
const expectedReasons = new Set([
  '',
  'INSUFFICIENT_BALANCE',
  'HOLD_ENDED',
  'HOLD_NOT_FOUND',
  'CHARGE_NOT_FOUND',
  'REFUND_EXCEEDS_CHARGE',
  'PAYMENT_NOT_APPLIED',
]);
const reasonOf = (error: unknown): string => (error as { reason?: string }).reason ?? String(error);

/** What the provider says about one top-up of 1,000 cents, until it listens: paid, refunded in two parts, or expired. */
async function paymentActions(organizationId: string): Promise<Action[]> {
  const url = 'https://shop.example';
  const input = { amountCents: 1_000, successUrl: url, cancelUrl: url };
  const { id: topUpId } = await createTopUp(database.newProcess(), adminCall(organizationId), input);
  const event = { topUpId, amountCents: 1_000, currency: 'EUR' };
  const events = [
    { ...event, id: newId(), kind: 'paid', paymentId: 'payment', customerId: 'customer' },
    { ...event, id: newId(), kind: 'refunded', paymentId: 'payment', refundedCents: 100 },
    { ...event, id: newId(), kind: 'refunded', paymentId: 'payment', refundedCents: 250 },
    { ...event, id: newId(), kind: 'expired' },
  ] as const;
  return events.map((said) => (deps: Deps) => {
    const deliver = () => receivePaymentEvent(deps, 'mock', database.mock.report(said, new Date()));
    return eventually(deliver);
  });
}

function runActions(organizationId: string): Action[] {
  const runId = newId();
  const refundId = newId();
  const hold = { organizationId, runId, amountCents: 400, userId: 'user', credentialId: '' };
  return [
    (deps) => placeHold(deps, hold),
    (deps) => settleHold(deps, { organizationId, runId, costCents: 300 }),
    (deps) => refundCharge(deps, { organizationId, runId, refundId, amountCents: 120, reason: '' }),
  ];
}

describe('any interleaving of payments, holds, charges and refunds of both, each repeated, over three processes', () => {
  it.each([1, 2, 3, 4])('keeps every cent (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const organizationId = newId();
    const processes = [
      database.newProcess(),
      database.newProcess(),
      database.newProcess({ drainer: deadDrainer }),
    ];
    const payments = (
      await Promise.all(Array.from({ length: 4 }, () => paymentActions(organizationId)))
    ).flat();
    const runs = Array.from({ length: 6 }, () => runActions(organizationId)).flat();
    const order = random.shuffled([...payments, ...payments, ...runs, ...runs, ...runs]);
    const reasons = await Promise.all(
      order.map((action) =>
        action(processes[random.below(3)] ?? database.newProcess()).then(() => '', reasonOf),
      ),
    );
    expect(reasons.filter((reason) => !expectedReasons.has(reason))).toEqual([]);
    await eventually(async () => {
      expect(await database.newDrainer().drain(organizationId)).toBe(true);
      expect((await database.accounts.find(organizationId))?.pendingEntries).toEqual([]);
    });
    const account = await database.accounts.find(organizationId);
    if (account === undefined) throw new Error('no account');
    expect(account.fundedCents).toBe(2_000 + 4 * 750);
    const entries = await database.ledger.listAll(organizationId);
    const transactions = await database.transactions.listAll(organizationId);
    expect(reconcileAccount(account, entries)).toEqual([]);
    expect(reconcileHolds(account, entries, await database.holds.listOpen(organizationId))).toEqual([]);
    expect(reconcileTransactions(account, entries, transactions)).toEqual([]);
    const topUps = transactions.filter(({ type, provider }) => type === 'charge' && provider === 'mock');
    expect(topUps.map(({ status }) => status)).toEqual(Array(4).fill('succeeded'));
  });
});
