import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { SignedReport } from '../payments/provider.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';

type Needed = Parameters<typeof applyPaymentEvent>[0] & Pick<Deps, 'payments'>;

/**
 * Takes what a provider reports; false when it is of no interest or was seen before. UNAUTHENTICATED when its signature
 * does not hold, NOT_FOUND for a provider that is not configured.
 */
export async function receivePaymentEvent(
  deps: Needed,
  provider: string,
  report: SignedReport,
): Promise<boolean> {
  const { clock, payments } = deps;
  if (payments?.name !== provider) throw notFound('payment provider');
  const event = payments.readEvent(report, clock.now());
  return event === undefined ? false : applyPaymentEvent(deps, provider, event);
}
