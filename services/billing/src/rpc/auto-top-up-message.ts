import { optionalText } from '@assay/chassis/grpc/optional-text';
import type { AutoTopUp as AutoTopUpMessage } from '@assay/proto/billing/v1/account';
import type { Account } from '../domain/account/account.ts';
import { noAutoTopUp } from '../domain/auto-top-up/auto-top-up.ts';

const noSource = 'No payment was made yet whose payment method could be charged.';

export function toAutoTopUpMessage({ autoTopUp, paymentSource }: Account): AutoTopUpMessage {
  const { enabled, thresholdCents, targetCents, lastError } = autoTopUp ?? noAutoTopUp;
  return {
    enabled,
    thresholdCents,
    targetCents,
    lastError: enabled && paymentSource === null ? noSource : optionalText(lastError),
  };
}
