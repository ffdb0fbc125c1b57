import { newId } from '@assay/chassis/ids';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeHold } from '../../src/domain/hold/place-hold.ts';
import { settleHold } from '../../src/domain/hold/settle-hold.ts';
import { receivePaymentEvent } from '../../src/domain/payment/receive-payment-event.ts';
import { reconcileAccounts } from '../../src/domain/reconciliation/reconcile-accounts.ts';
import { createTopUp } from '../../src/domain/top-up/create-top-up.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { settleLedger } from '../../src/store/settle-ledger.ts';
import { adminCall, openBillingDatabase } from '../processes.ts';

let database: Awaited<ReturnType<typeof openBillingDatabase>>;
beforeAll(async () => {
  database = await openBillingDatabase(100);
});
afterAll(() => database.close());

type Deps = ReturnType<typeof database.newProcess>;
const accounts = () => database.db.collection<Document & { _id: string }>('accounts');
const stores = () => openStores(database.db, { notify: () => undefined });

async function hold(deps: Deps, organizationId: string, runId: string): Promise<void> {
  await placeHold(deps, { organizationId, runId, amountCents: 10, userId: '', credentialId: '' });
}

async function problems(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const account of reconcileAccounts(stores(), new Date())) found.push(...account.problems);
  return found;
}

it('takes out what was entered after an account was read, and holds and payments follow', async () => {
  const organizationId = newId();
  const late = newId();
  const deps = database.newProcess();
  const url = 'https://shop.example';
  const order = { amountCents: 5_000, successUrl: url, cancelUrl: url };
  const { id: topUpId } = await createTopUp(deps, adminCall(organizationId), order);
  for (const runId of ['charged', 'charged-late']) await hold(deps, organizationId, runId);
  await settleHold(deps, { organizationId, runId: 'charged', costCents: 8 });
  await deps.drainer.drain(organizationId);
  const copied = await accounts().findOne({ _id: organizationId });

  await settleHold(deps, { organizationId, runId: 'charged-late', costCents: 8 });
  await hold(deps, organizationId, 'held-late');
  const event = { id: newId(), topUpId, amountCents: 5_000, currency: 'EUR', kind: 'paid' };
  const paid = { ...event, paymentId: 'payment', customerId: 'customer' };
  const report = database.mock.report(paid as never, new Date());
  await receivePaymentEvent(deps, 'mock', report);
  await hold(deps, late, 'of-an-account-that-was-not-read');
  for (const id of [organizationId, late]) await deps.drainer.drain(id);
  await accounts().replaceOne({ _id: organizationId }, copied ?? {});
  await accounts().deleteOne({ _id: late });
  expect(await problems()).not.toEqual([]);

  await settleLedger(database.db);
  expect(await problems()).toEqual([]);
  const open = await stores().holds.listOpen(organizationId);
  expect(open.map(({ runId }) => runId)).toEqual(['charged-late']);
  expect(await stores().transactions.topUps.find(topUpId)).toMatchObject({ status: 'pending' });
  expect(await stores().holds.listOpen(late)).toEqual([]);

  await database.db.collection('payment_events').deleteMany({});
  await receivePaymentEvent(deps, 'mock', report);
  await settleHold(deps, { organizationId, runId: 'charged-late', costCents: 8 });
  await deps.drainer.drain(organizationId);
  expect(await stores().accounts.find(organizationId)).toMatchObject({ fundedCents: 5_100, spentCents: 16 });
  expect(await problems()).toEqual([]);
});
