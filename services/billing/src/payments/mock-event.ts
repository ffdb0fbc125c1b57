import type { PaymentEvent } from '../domain/payment/payment-provider.ts';

/** Reads the body of one of the mock's events; undefined when it is none. */
export function readMockEvent(body: string): PaymentEvent | undefined {
  const fields = parse(body);
  const id = fields['id'];
  const topUpId = fields['topUpId'];
  const currency = fields['currency'];
  const amountCents = fields['amountCents'];
  if (!isText(id) || !isText(topUpId) || !isText(currency) || !isCents(amountCents)) return undefined;
  const shared = { id, topUpId, currency, amountCents };
  const paymentId = fields['paymentId'];
  const customerId = fields['customerId'];
  const error = fields['error'];
  const refundedCents = fields['refundedCents'];
  switch (fields['kind']) {
    case 'paid':
      return isText(paymentId) && isText(customerId)
        ? { ...shared, kind: 'paid', paymentId, customerId }
        : undefined;
    case 'expired':
      return { ...shared, kind: 'expired' };
    case 'failed':
      return isText(error) ? { ...shared, kind: 'failed', error } : undefined;
    case 'refunded':
      return isText(paymentId) && isCents(refundedCents)
        ? { ...shared, kind: 'refunded', paymentId, refundedCents }
        : undefined;
    default:
      return undefined;
  }
}

function parse(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCents(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
