import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cannedAccount, cannedTransaction } from './canned-account.ts';
import { record, send, startAdminGateway } from './rest-client.ts';
import type { TestGateway } from './start-gateway.ts';

let gateway: TestGateway;
const path = '/v2/organizations/organization/billing';

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

describe('transactions', () => {
  const transaction = {
    id: cannedTransaction.id,
    organizationId: 'organization',
    userId: 'user',
    type: 'charge',
    status: 'pending',
    currency: 'EUR',
    amountCents: 5_000,
    taxCents: 0,
    idempotencyKey: cannedTransaction.idempotencyKey,
    provider: 'mock',
    providerTransactionId: 'checkout',
    reference: null,
    description: 'Top-up',
    metadata: { note: 'x' },
    createdAt: '2026-11-21T09:00:00.000Z',
    updatedAt: '2026-11-21T09:01:00.000Z',
  };

  it('are listed in an array, all counted in a header, 50 from the start unless said otherwise', async () => {
    const asked = record(gateway.rpcs.transactions, 'listTransactions');
    const { status, headers, body } = await send(gateway, 'GET /v2/transactions');
    expect([status, headers.get('x-total-count'), body]).toEqual([200, '41', [transaction]]);
    await send(gateway, 'GET /v2/transactions?status=canceled&type=refund&limit=200&offset=3');
    const [first, second] = asked.map(({ request }) => request);
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
    const bare = {
      ...cannedTransaction,
      userId: undefined,
      providerTransactionId: undefined,
      metadata: undefined,
    };
    gateway.rpcs.transactions.getTransaction = () => Promise.resolve({ transaction: bare });
    expect(await send(gateway, `GET /v2/transactions/${transaction.id}`)).toMatchObject({
      body: { userId: null, providerTransactionId: null, metadata: {} },
    });
  });
});

describe('the money of an organization', () => {
  it('is what billing keeps, beside the plan of the organization', async () => {
    const billing = {
      organizationId: 'organization',
      plan: 'prepaid',
      balance_cents: 100,
      availableCents: 70,
      heldCents: 30,
      currency: 'EUR',
      lastTopUp: { amount_cents: 5_000, date: '2026-11-21T10:00:00.000Z' },
    };
    expect(await send(gateway, `GET ${path}`)).toMatchObject({ status: 200, body: billing });
    const { getBilling } = gateway.rpcs.billing;
    gateway.rpcs.billing.getBilling = async (call, request) => ({
      ...(await getBilling(call, request)),
      lastTopUp: undefined,
    });
    const { body } = await send(gateway, `GET ${path}`);
    expect(body).toEqual({ ...billing, lastTopUp: null });
  });

  it('moves as its ledger says', async () => {
    const asked = record(gateway.rpcs.billing, 'listLedger');
    const { status, body } = await send(gateway, `GET ${path}/ledger?type=top_up&runId=r&limit=5&offset=2`);
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: 'charge:rrrrrrrrrrrrrrrrrrrrrrrr',
            type: 'charge',
            amountCents: 50,
            balanceAfterCents: 70,
            heldAfterCents: 30,
            runId: 'rrrrrrrrrrrrrrrrrrrrrrrr',
            jobId: null,
            stageSlug: null,
            createdAt: '2026-11-21T09:00:00.000Z',
          },
        ],
        total: 1,
        limit: 5,
        offset: 2,
      },
    ]);
    await send(gateway, `GET ${path}/ledger`);
    expect(asked.map(({ request }) => request)).toEqual([
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
    const asked = record(gateway.rpcs.billing, 'setAutoTopUp');
    const setting = { enabled: true, thresholdCents: 1_000, targetCents: 5_000 };
    expect(await send(gateway, `PUT ${path}/auto-top-up`, setting)).toMatchObject({
      status: 200,
      body: { ...setting, lastError: null },
    });
    expect(asked).toMatchObject([{ request: setting }]);
    expect(await send(gateway, `GET ${path}/auto-top-up`)).toMatchObject({
      status: 200,
      body: { ...setting, lastError: 'card declined' },
    });
  });

  it('alerts as set', async () => {
    const alerts = { thresholdCents: [5_000, 1_000] };
    expect(await send(gateway, `PUT ${path}/alerts`, alerts)).toMatchObject({ status: 200, body: alerts });
    expect(await send(gateway, `PUT ${path}/alerts`, { thresholdCents: [] })).toMatchObject({
      status: 200,
      body: { thresholdCents: [] },
    });
    expect(await send(gateway, `GET ${path}/alerts`)).toMatchObject({ status: 200, body: alerts });
  });

  it('is the same in the balance', async () => {
    gateway.rpcs.billing.getBalance = () => Promise.resolve({ account: cannedAccount });
    const { body } = await send(gateway, 'GET /v2/transactions/balance');
    expect(body).toEqual({ balanceCents: 100, availableCents: 70, heldCents: 30 });
  });
});

describe('a top-up', () => {
  const successUrl = 'https://example.org/paid';
  const cancelUrl = 'http://127.0.0.1:8080/canceled?a=b';

  it('is begun with 201 and says where to pay', async () => {
    const asked = record(gateway.rpcs.topUps, 'createTopUp');
    const body = { amountCents: 5_000, successUrl, cancelUrl };
    expect(await send(gateway, `POST ${path}/top-ups`, body)).toMatchObject({
      status: 201,
      body: {
        id: 'uuuuuuuuuuuuuuuuuuuuuuuu',
        transactionId: cannedTransaction.id,
        status: 'pending',
        checkoutUrl: 'https://pay.example.org/c',
        expiresAt: '2026-11-21T10:00:00.000Z',
      },
    });
    expect(asked).toMatchObject([{ request: body }]);
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
