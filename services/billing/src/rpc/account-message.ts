import { optionalText } from '@assay/chassis/grpc/contract/optional-text';
import type {
  Account as AccountMessage,
  AutoTopUp as AutoTopUpMessage,
  BillingAlerts,
} from '@assay/proto/billing/v1/account';
import type { GetBillingResponse } from '@assay/proto/billing/v1/billing_service';
import type { Account } from '../domain/account/account.ts';
import { noAutoTopUp } from '../domain/account/auto-top-up.ts';

export function toAccountMessage(account: Account): AccountMessage {
  const { organizationId, availableCents, heldCents, spentCents, fundedCents } = account;
  return { organizationId, availableCents, heldCents, spentCents, fundedCents };
}

export function toBillingMessage(account: Account): GetBillingResponse {
  const { lastTopUp } = account;
  return {
    account: toAccountMessage(account),
    ...(lastTopUp === null
      ? {}
      : { lastTopUp: { amountCents: lastTopUp.amountCents, date: lastTopUp.paidAt } }),
    autoTopUp: toAutoTopUpMessage(account),
    alerts: toAlertsMessage(account),
  };
}

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

export function toAlertsMessage({ alertThresholdCents }: Account): BillingAlerts {
  return { thresholdCents: [...alertThresholdCents] };
}
