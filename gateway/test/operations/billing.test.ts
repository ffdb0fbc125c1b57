import { Account, AutoTopUp, BillingAlerts, LastTopUp, LedgerEntry } from '@assay/proto/billing/v1/account';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUp } from '@assay/proto/billing/v1/top_up';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { Transaction } from '@assay/proto/billing/v1/transaction';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { send, startAdminGateway } from '../rest-client.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
const { organizationId } = sampled(Account);
const path = `/v2/organizations/${organizationId}/billing`;

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

describe('transactions', () => {
  const sample = sampled(Transaction);
  const transaction = {
    id: sample.id,
    organizationId: sample.organizationId,
    userId: sample.userId,
    type: 'charge',
    status: 'succeeded',
    currency: 'EUR',
    amountCents: 5_000,
    taxCents: 0,
    idempotencyKey: sample.idempotencyKey,
    provider: 'stripe',
    providerTransactionId: sample.providerTransactionId,
    reference: null,
    description: 'Top-up of the balance',
    metadata: { invoice: '2026-1119' },
    createdAt: sample.createdAt?.toISOString(),
    updatedAt: sample.updatedAt?.toISOString(),
  };

  it('are listed by cursors that a header names, until the last page', async () => {
    gateway.answer(TransactionsServiceService.listTransactions, (_call, { cursor }) => {
      const further = cursor === '' ? { nextCursor: 'next', totalIsExact: false } : {};
      return Promise.resolve({ transactions: [sample], total: 10_000, ...further });
    });
    const facts = async (cursor: string) => {
      const { headers } = await send(gateway, `GET /v2/transactions?cursor=${cursor}`);
      return ['x-total-count', 'x-total-is-exact', 'x-next-cursor'].map((name) => headers.get(name));
    };
    expect(await facts('')).toEqual(['10000', 'false', 'next']);
    expect(await facts('next')).toEqual(['10000', 'true', null]);
  });

  it('are listed in an array, all counted in a header, 50 from the start unless said otherwise', async () => {
    gateway.answer(TransactionsServiceService.listTransactions, () =>
      Promise.resolve({ transactions: [sample], total: 41 }),
    );
    const calls = gateway.record(TransactionsServiceService.listTransactions);
    const { status, headers, body } = await send(gateway, 'GET /v2/transactions');
    expect([status, headers.get('x-total-count'), body]).toEqual([200, '41', [transaction]]);
    await send(gateway, 'GET /v2/transactions?status=canceled&type=refund&limit=200&offset=3');
    const [first, second] = calls.map(({ request }) => request);
    expect(first).toEqual({
      status: 'TRANSACTION_STATUS_UNSPECIFIED',
      type: 'TRANSACTION_TYPE_UNSPECIFIED',
      limit: 50,
      offset: 0,
    });
    expect(second).toEqual({
      status: 'TRANSACTION_STATUS_CANCELED',
      type: 'TRANSACTION_TYPE_REFUND',
      limit: 200,
      offset: 3,
    });
  });

  it.each(['limit=0', 'limit=201', 'status=lost', 'type=top_up', 'offset=-1'])(
    'are not listed for %s',
    async (query) => {
      const [field = ''] = query.split('=');
      expect(await send(gateway, `GET /v2/transactions?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR', details: { field } } },
      });
    },
  );

  it('are read one by one, with null where nobody and nothing is named', async () => {
    expect(await send(gateway, `GET /v2/transactions/${transaction.id}`)).toMatchObject({
      status: 200,
      body: transaction,
    });
    const bare = { ...sample, userId: undefined, providerTransactionId: undefined, metadata: undefined };
    gateway.answer(TransactionsServiceService.getTransaction, () => Promise.resolve({ transaction: bare }));
    expect(await send(gateway, `GET /v2/transactions/${transaction.id}`)).toMatchObject({
      body: { userId: null, providerTransactionId: null, metadata: {} },
    });
  });
});

describe('the money of an organization', () => {
  it('is what billing keeps, beside the plan of the organization', async () => {
    const billing = {
      organizationId,
      plan: 'prepaid',
      balance_cents: 10_000,
      availableCents: 9_950,
      heldCents: 50,
      currency: 'EUR',
      lastTopUp: { amount_cents: 5_000, date: sampled(LastTopUp).date?.toISOString() },
    };
    expect(await send(gateway, `GET ${path}`)).toMatchObject({ status: 200, body: billing });
    gateway.answer(BillingServiceService.getBilling, () =>
      Promise.resolve({
        account: sampled(Account),
        lastTopUp: undefined,
        autoTopUp: sampled(AutoTopUp),
        alerts: sampled(BillingAlerts),
      }),
    );
    const { body } = await send(gateway, `GET ${path}`);
    expect(body).toEqual({ ...billing, lastTopUp: null });
    gateway.reset(BillingServiceService.getBilling);
  });

  it('moves as its ledger says', async () => {
    const entry = sampled(LedgerEntry);
    const calls = gateway.record(BillingServiceService.listLedger);
    const { status, body } = await send(gateway, `GET ${path}/ledger?type=top_up&runId=r&limit=5&offset=2`);
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: entry.id,
            type: 'charge',
            amountCents: 50,
            balanceAfterCents: 9_950,
            heldAfterCents: 0,
            runId: entry.runId,
            jobId: null,
            stageSlug: null,
            createdAt: entry.createdAt?.toISOString(),
          },
        ],
        total: 1,
        totalIsExact: true,
        limit: 5,
        offset: 2,
        nextCursor: null,
      },
    ]);
    await send(gateway, `GET ${path}/ledger`);
    expect(calls.map(({ request }) => request)).toEqual([
      { type: 'LEDGER_ENTRY_TYPE_TOP_UP', runId: 'r', limit: 5, offset: 2 },
      { type: 'LEDGER_ENTRY_TYPE_UNSPECIFIED', runId: '', limit: 20, offset: 0 },
    ]);
  });

  it('is not negative zero or a fraction in what a caller may set', async () => {
    const good = { enabled: true, thresholdCents: 1_000, targetCents: 5_000 };
    for (const wrong of [{ thresholdCents: -1 }, { targetCents: 0.5 }, { enabled: 'yes' }]) {
      expect(await send(gateway, `PUT ${path}/auto-top-up`, { ...good, ...wrong })).toMatchObject({
        status: 400,
        body: { error: { code: 'VALIDATION_ERROR', details: { field: Object.keys(wrong)[0] } } },
      });
    }
    const thresholds = { thresholdCents: Array.from({ length: 11 }, (_each, index) => index) };
    expect(await send(gateway, `PUT ${path}/alerts`, thresholds)).toMatchObject({ status: 400 });
  });

  it('is paid in by itself as set, and says why that failed', async () => {
    gateway.answer(BillingServiceService.setAutoTopUp, (_call, request) => {
      const { enabled = false, thresholdCents = 0, targetCents = 0 } = request;
      return Promise.resolve({
        autoTopUp: { enabled, thresholdCents, targetCents, lastError: undefined },
      });
    });
    const calls = gateway.record(BillingServiceService.setAutoTopUp);
    const setting = { enabled: true, thresholdCents: 1_000, targetCents: 5_000 };
    expect(await send(gateway, `PUT ${path}/auto-top-up`, setting)).toMatchObject({
      status: 200,
      body: { ...setting, lastError: null },
    });
    expect(calls).toMatchObject([{ request: setting }]);
    expect(await send(gateway, `GET ${path}/auto-top-up`)).toMatchObject({
      status: 200,
      body: { ...setting, lastError: 'the card was declined' },
    });
  });

  it('alerts as set', async () => {
    gateway.answer(BillingServiceService.setAlerts, (_call, { thresholdCents }) =>
      Promise.resolve({ alerts: { thresholdCents } }),
    );
    const alerts = { thresholdCents: [5_000, 1_000] };
    expect(await send(gateway, `PUT ${path}/alerts`, alerts)).toMatchObject({ status: 200, body: alerts });
    expect(await send(gateway, `PUT ${path}/alerts`, { thresholdCents: [] })).toMatchObject({
      status: 200,
      body: { thresholdCents: [] },
    });
    expect(await send(gateway, `GET ${path}/alerts`)).toMatchObject({ status: 200, body: alerts });
  });

  it('is the same in the balance', async () => {
    const { body } = await send(gateway, 'GET /v2/transactions/balance');
    expect(body).toEqual({ balanceCents: 10_000, availableCents: 9_950, heldCents: 50 });
  });
});

describe('a top-up', () => {
  const successUrl = 'https://example.org/paid';
  const cancelUrl = 'http://127.0.0.1:8080/canceled?a=b';

  it('is begun with 201 and says where to pay', async () => {
    const topUp = sampled(TopUp);
    const calls = gateway.record(TopUpsServiceService.createTopUp);
    const body = { amountCents: 5_000, successUrl, cancelUrl };
    expect(await send(gateway, `POST ${path}/top-ups`, body)).toMatchObject({
      status: 201,
      body: {
        id: topUp.id,
        transactionId: topUp.transactionId,
        status: 'pending',
        checkoutUrl: topUp.checkoutUrl,
        expiresAt: topUp.expiresAt?.toISOString(),
      },
    });
    expect(calls).toMatchObject([{ request: body }]);
  });

  it.each([
    [{ amountCents: 499 }, 'amountCents'],
    [{ amountCents: 1_000_001 }, 'amountCents'],
    [{ amountCents: '5000' }, 'amountCents'],
    [{ successUrl: 'javascript:alert(1)' }, 'successUrl'],
    [{ cancelUrl: '/relative' }, 'cancelUrl'],
    [{ currency: 'USD' }, 'currency'],
  ])('is not begun with %j', async (wrong, field) => {
    const body = { amountCents: 5_000, successUrl, cancelUrl, ...wrong };
    expect(await send(gateway, `POST ${path}/top-ups`, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field } } },
    });
  });
});
