import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { newId } from '@assay/chassis/ids';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { refundCharge } from '../../src/domain/hold/refund-charge.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { receivePaymentEvent } from '../../src/domain/payment/receive-payment-event.ts';
import { createTopUp } from '../../src/domain/top-up/create-top-up.ts';
import { adminCall, openBillingDatabase } from '../processes.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(100);
});
afterAll(() => database.close());

const command = fileURLToPath(new URL('../../src/commands/reconcile.ts', import.meta.url));

/** Runs the command as an operator does. */
async function reconcile() {
  const { MONGODB_URI = '' } = createTestPlatform().environment('billing');
  const child = spawn(process.execPath, ['--conditions=source', command], {
    env: { ...process.env, MONGODB_URI, MONGODB_DATABASE: database.db.databaseName },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { printed, code: code as number };
}

/** An organization with a top-up, a part of it refunded, a charge and a refund. */
async function organizationWithEverything() {
  const organizationId = newId();
  const runId = newId();
  const deps = database.newProcess();
  const url = 'https://shop.example';
  const input = { amountCents: 5_000, successUrl: url, cancelUrl: url };
  const { id: topUpId } = await createTopUp(deps, adminCall(organizationId), input);
  const event = { topUpId, amountCents: 5_000, currency: 'EUR' };
  const deliver = (outcome: object) => {
    const report = database.mock.report({ ...event, id: newId(), ...outcome } as never, new Date());
    return receivePaymentEvent(deps, 'mock', report);
  };
  await deliver({ kind: 'paid', paymentId: 'payment', customerId: 'customer' });
  await deliver({ kind: 'refunded', paymentId: 'payment', refundedCents: 300 });
  await placeHold(deps, { organizationId, runId, amountCents: 900, userId: '', credentialId: '' });
  await settleHold(deps, { organizationId, runId, costCents: 800 });
  await refundCharge(deps, { organizationId, runId, refundId: newId(), amountCents: 50, reason: '' });
  await deps.drainer.drain(organizationId);
  return { organizationId, topUpId, runId };
}

describe('the reconciliation command', () => {
  it('finds nothing wrong, then everything that was tampered with, and says so by its exit code', async () => {
    const sound = await organizationWithEverything();
    const first = await organizationWithEverything();
    const second = await organizationWithEverything();
    expect(await reconcile()).toEqual({ printed: '3 accounts compared, 0 problems\n', code: 0 });

    await database.db
      .collection<{ _id: string }>('accounts')
      .updateOne({ _id: first.organizationId }, { $inc: { availableCents: 1 } });
    await database.db.collection<{ _id: string }>('transactions').deleteOne({ _id: second.topUpId });
    const { organizationId, runId } = second;
    await database.db.collection('holds').updateOne({ organizationId }, { $set: { state: 'open' } });
    const { printed, code } = await reconcile();
    expect(code).toBe(1);
    expect(printed.split('\n').sort()).toEqual(
      [
        '',
        '3 accounts compared, 5 problems',
        `${first.organizationId}: availableCents is 4051, its ledger says 4050`,
        `${first.organizationId}: available + held + spent is not funded`,
        `${organizationId}: the hold of ${runId} is open over 900, in the ledger not open`,
        `${organizationId}: heldCents is 0, the open holds are 900`,
        `${organizationId}: top_up:${second.topUpId} has no transaction that succeeded`,
      ].sort(),
    );
    expect(printed).not.toContain(sound.organizationId);
  });
});
