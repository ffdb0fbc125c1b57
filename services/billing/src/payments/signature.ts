import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedReport } from '../domain/payment/payment-provider.ts';

const toleranceMs = 300_000;

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, the scheme of Stripe. */
export function sign(body: Uint8Array, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1_000).toString();
  return `t=${timestamp},v1=${hmac(body, secret, timestamp).toString('hex')}`;
}

/** Whether one of the signatures holds and was made within five minutes of `now`. */
export function isSigned({ body, signature }: SignedReport, secret: string, now: Date): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/u.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > toleranceMs) return false;
  const expected = hmac(body, secret, timestamp);
  return parts.some(([name, value = '']) => name === 'v1' && isSame(expected, Buffer.from(value, 'hex')));
}

function hmac(body: Uint8Array, secret: string, timestamp: string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
