import { notFound, unauthenticated } from '@assay/chassis/errors';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import type { TransactionStatus } from '@assay/proto/billing/v1/transaction';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.stop());

describe('what a payment provider reports', () => {
  const body = Buffer.from('{ "id":"evt_1",\n "odd":"\u00e9" }');

  function report(provider: string, headers: Readonly<Record<string, string>>, sent: Buffer = body) {
    return gateway.fetch(`/v2/payments/${provider}/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: sent,
    });
  }

  it('reaches billing byte for byte, with the signature of its provider, without any credential', async () => {
    const calls = gateway.record(TopUpsServiceService.receivePaymentEvent);
    const stripe = await report('stripe', { 'stripe-signature': 't=1,v1=ab', 'x-assay-signature': 'no' });
    expect([stripe.status, await stripe.json()]).toEqual([200, { received: true }]);
    await report('mock', { 'x-assay-signature': 'cd', 'content-type': 'application/octet-stream' });
    expect(calls.map(({ request }) => request)).toEqual([
      { provider: 'stripe', body, signature: 't=1,v1=ab' },
      { provider: 'mock', body, signature: 'cd' },
    ]);
  });

  it('is taken 160 times and more in a window, beside whatever else its address asks for', async () => {
    const calls = gateway.record(TopUpsServiceService.receivePaymentEvent);
    const statuses = [];
    for (let i = 0; i < 160; i += 1) {
      statuses.push((await report('stripe', { 'stripe-signature': 't=1,v1=ab' })).status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(calls).toHaveLength(160);
  });

  it('is passed on as it is, also when it is no JSON, empty or unsigned, for billing to refuse', async () => {
    const calls = gateway.record(TopUpsServiceService.receivePaymentEvent);
    await report('stripe', {}, Buffer.from([0, 255, 10]));
    await report('stripe', {}, Buffer.alloc(0));
    expect(calls.map(({ request }) => request)).toEqual([
      { provider: 'stripe', body: Buffer.from([0, 255, 10]), signature: '' },
      { provider: 'stripe', body: Buffer.alloc(0), signature: '' },
    ]);
  });

  it('is 401 when its signature does not hold, 404 for a provider nobody configured', async () => {
    gateway.answer(TopUpsServiceService.receivePaymentEvent, (_call, { provider }) =>
      Promise.reject(provider === 'stripe' ? unauthenticated() : notFound('payment provider')),
    );
    expect((await report('stripe', {})).status).toBe(401);
    expect((await report('other', {})).status).toBe(404);
  });
});

describe('the page of a test payment', () => {
  const path = '/v2/payments/mock/checkout/token';

  function checkoutIs(status: TransactionStatus): void {
    gateway.answer(TopUpsServiceService.getMockCheckout, () =>
      Promise.resolve({ amountCents: 123_456, status }),
    );
  }

  it('shows the amount and both ways to end it, and runs no script', async () => {
    checkoutIs('TRANSACTION_STATUS_PENDING');
    const calls = gateway.record(TopUpsServiceService.getMockCheckout);
    const { status, headers, body } = await send(gateway, `GET ${path}`, undefined, {});
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('€1,234.56');
    expect(body).toMatch(/value="paid".*value="canceled"/su);
    expect(body).not.toContain('<script');
    expect(calls).toMatchObject([
      {
        call: { actor: { kind: 'service', service: 'gateway' } },
        request: { checkoutToken: 'token' },
      },
    ]);
  });

  it.each<[TransactionStatus, string]>([
    ['TRANSACTION_STATUS_SUCCEEDED', 'was made'],
    ['TRANSACTION_STATUS_CANCELED', 'This payment is closed'],
    ['TRANSACTION_STATUS_FAILED', 'This payment is closed'],
  ])('offers nothing to do when it is %s', async (status, text) => {
    checkoutIs(status);
    const { body } = await send(gateway, `GET ${path}`);
    expect(body).toContain(text);
    expect(body).not.toContain('<button');
  });

  it('is a page that says so when there is no such payment', async () => {
    const { status, headers, body } = await send(gateway, `GET ${path}`);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('There is no such payment');
  });

  it.each([
    ['paid', true, 'application/x-www-form-urlencoded', 'outcome=paid'],
    ['canceled', false, 'application/json', '{"outcome":"canceled"}'],
  ])('ends it as %s and goes on to where the top-up says', async (_name, paid, type, body) => {
    const calls: unknown[] = [];
    gateway.answer(TopUpsServiceService.endMockCheckout, (_call, request) => {
      calls.push(request);
      return Promise.resolve({ returnUrl: 'https://example.org/back?x=1' });
    });
    const response = await gateway.fetch(path, { method: 'POST', headers: { 'content-type': type }, body });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      'https://example.org/back?x=1',
    ]);
    expect(calls).toEqual([{ checkoutToken: 'token', paid }]);
  });

  it('does not guess how a payment ends', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await gateway.fetch(path, { method: 'POST', headers, body: 'outcome=maybe' });
    expect(response.status).toBe(400);
  });
});
