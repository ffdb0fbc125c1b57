import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { TransactionStatus, TransactionType } from '@assay/proto/billing/v1/transaction';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import type { ListTransactionsRequest } from '@assay/proto/billing/v1/transactions_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';
import { paid, topUpCalls } from '../top-up-calls.ts';

let billing: Awaited<ReturnType<typeof start>>;
let calls: ReturnType<typeof topUpCalls>;
beforeAll(async () => {
  billing = await start(0);
  calls = topUpCalls(billing);
});
afterAll(() => billing.stop());

const everything: ListTransactionsRequest = {
  status: TransactionStatus.UNSPECIFIED,
  type: TransactionType.UNSPECIFIED,
  limit: 50,
  offset: 0,
};
const list = (organizationId: string, filter: Partial<ListTransactionsRequest> = {}) =>
  billing.payments.listTransactions(callBy({ organizationId, role: Role.VIEWER }), {
    ...everything,
    ...filter,
  });
/** One that failed, one that was paid and partly refunded, one that is pending; oldest first. */
async function threeTopUps() {
  const organizationId = newId();
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await calls.create(organizationId)).topUpId);
  const [failed = '', succeeded = '', pending = ''] = ids;
  await calls.deliver(failed, { kind: 'failed', error: 'declined' });
  await calls.deliver(succeeded, paid);
  await calls.deliver(succeeded, { kind: 'refunded', paymentId: 'payment', refundedCents: 100 });
  return { organizationId, failed, succeeded, pending };
}

describe('ListTransactions', () => {
  it('lists newest first, by status, type and page', async () => {
    const { organizationId, failed, succeeded, pending } = await threeTopUps();
    const all = await list(organizationId);
    const refund = all.transactions[0];
    expect(refund).toMatchObject({ type: TransactionType.REFUND, reference: succeeded });
    expect(all.transactions.map(({ id }) => id)).toEqual([refund?.id, pending, succeeded, failed]);
    expect(all.total).toBe(4);
    expect(await list(organizationId, { limit: 2, offset: 1 })).toMatchObject({
      transactions: all.transactions.slice(1, 3),
      total: 4,
    });
    const idsOf = async (filter: Partial<ListTransactionsRequest>) =>
      (await list(organizationId, filter)).transactions.map(({ id }) => id);
    expect(await idsOf({ status: TransactionStatus.SUCCEEDED })).toEqual([refund?.id, succeeded]);
    expect(await idsOf({ type: TransactionType.CHARGE })).toEqual([pending, succeeded, failed]);
    expect(await idsOf({ status: TransactionStatus.SUCCEEDED, type: TransactionType.CHARGE })).toEqual([
      succeeded,
    ]);
    expect(await idsOf({ status: TransactionStatus.CANCELED })).toEqual([]);
  });

  it('is read by cursors to its end', async () => {
    const { organizationId } = await threeTopUps();
    const all = await list(organizationId);
    const read = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page = await list(organizationId, { limit: 1, cursor });
      read.push(...page.transactions);
      cursor = page.nextCursor;
    }
    expect(read).toEqual(all.transactions);
  });

  it('shows nothing of other organizations', async () => {
    await threeTopUps();
    expect(await list(newId())).toMatchObject({ transactions: [], total: 0 });
  });

  it.each([
    ['limit', { limit: -1 }],
    ['limit', { limit: 201 }],
    ['offset', { offset: -1 }],
    ['status', { status: TransactionStatus.UNRECOGNIZED }],
    ['type', { type: TransactionType.UNRECOGNIZED }],
  ])('names the bad field %s', async (field, filter) => {
    expect(await catchRefusal(list(newId(), filter))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('is not for services', async () => {
    const channel = billing.platform.connect(billing.service.grpcAddress, 'verification');
    const client = channel.client(TransactionsServiceService);
    const call = callByService('verification', newId());
    expect(await catchRefusal(client.listTransactions(call, everything))).toMatchObject({
      status: 'PERMISSION_DENIED',
    });
    channel.close();
  });
});

describe('GetTransaction', () => {
  it('answers the one of its own organization, to viewers', async () => {
    const { organizationId, succeeded } = await threeTopUps();
    expect(await calls.transaction(organizationId, succeeded)).toMatchObject({
      id: succeeded,
      organizationId,
      status: TransactionStatus.SUCCEEDED,
      createdAt: expect.any(Date) as Date,
    });
  });

  it('hides transactions of other organizations as not found', async () => {
    const { succeeded } = await threeTopUps();
    const foreign = await catchRefusal(calls.transaction(newId(), succeeded));
    expect(foreign).toMatchObject({ status: 'NOT_FOUND', reason: 'TRANSACTION_NOT_FOUND' });
    expect(await catchRefusal(calls.transaction(newId(), newId()))).toEqual(foreign);
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});
